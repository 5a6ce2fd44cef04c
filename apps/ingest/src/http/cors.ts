/** Pages of any origin may send data. This is safe because no cookie is read; a key can restrict the origins that may use it. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after, x-request-id',
};

export const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-encoding, content-type, x-api-key, x-sentry-auth, x-svc-api-key, x-svc-project, traceparent, tracestate',
  'access-control-max-age': '7200',
};
