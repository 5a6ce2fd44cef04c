/**
 * The closed catalog of public error codes: the values of `error`, with its HTTP status and gRPC status.
 * `InvalidArgument` is spelled as the API defines it for malformed cursors on log, trace, error and alert-rule reads.
 */
export const ERROR_CODES = {
  invalid_request: { http: 400, grpc: 3, message: 'The request is invalid.' },
  InvalidArgument: { http: 400, grpc: 3, message: 'The cursor is invalid.' },
  idempotency_key_required: { http: 400, grpc: 3, message: 'An idempotency key is required.' },
  idempotency_key_invalid: { http: 400, grpc: 3, message: 'The idempotency key is invalid.' },
  query_too_expensive: { http: 400, grpc: 3, message: 'The query asks for more than one request may read.' },
  unauthenticated: { http: 401, grpc: 16, message: 'A valid credential is required.' },
  key_expired: { http: 401, grpc: 16, message: 'A valid credential is required.' },
  key_revoked: { http: 401, grpc: 16, message: 'A valid credential is required.' },
  permission_denied: { http: 403, grpc: 7, message: 'The credential does not permit this request.' },
  not_found: { http: 404, grpc: 5, message: 'The resource was not found.' },
  method_not_allowed: { http: 405, grpc: 12, message: 'The method is not allowed on this path.' },
  not_acceptable: { http: 406, grpc: 3, message: 'No offered media type is acceptable.' },
  version_conflict: { http: 409, grpc: 10, message: 'The resource has changed since the expected version.' },
  idempotency_conflict: { http: 409, grpc: 10, message: 'The idempotency key was used with a different request.' },
  state_conflict: { http: 409, grpc: 9, message: 'The resource is not in a state that allows this.' },
  already_exists: { http: 409, grpc: 6, message: 'The resource already exists.' },
  last_owner: { http: 409, grpc: 9, message: 'The last owner cannot be removed or demoted.' },
  payload_too_large: { http: 413, grpc: 8, message: 'The request is too large.' },
  unsupported_media_type: { http: 415, grpc: 12, message: 'The content type or encoding is not supported.' },
  rate_limited: { http: 429, grpc: 8, message: 'Too many requests.' },
  quota_exceeded: { http: 429, grpc: 8, message: 'The quota is exhausted.' },
  concurrency_limited: { http: 429, grpc: 8, message: 'Too many requests are running.' },
  cancelled: { http: 499, grpc: 1, message: 'The client closed the request.' },
  internal: { http: 500, grpc: 13, message: 'An internal error occurred.' },
  upstream_error: { http: 502, grpc: 14, message: 'A provider answered with an error.' },
  unavailable: { http: 503, grpc: 14, message: 'The service is temporarily unavailable.' },
  timeout: { http: 504, grpc: 4, message: 'The request took too long.' },
} as const satisfies Record<string, { http: number; grpc: number; message: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERROR_CODES, value);
}
