/**
 * Headers of every answer. No HSTS: only the proxy that terminates TLS knows whether the address is served over TLS. The policy forbids an
 * API answer to load or run anything; the reference pages replace it with their own.
 */
export function responseHeaders(requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
}

export const JSON_TYPE = 'application/json; charset=utf-8';
