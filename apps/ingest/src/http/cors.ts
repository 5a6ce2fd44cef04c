/** Pages of any origin may send; no cookie is read, so nothing is given away. Which pages a key is for is said by the key. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after, x-request-id',
};

export const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-encoding, content-type, x-api-key, x-svc-api-key, x-svc-project, traceparent, tracestate',
  'access-control-max-age': '7200',
};
