/**
 * Why a request got no complete response:
 *
 * - `invalid_url`: not an absolute http or https URL, or one with a user or a password.
 * - `invalid_request`: a header that cannot be sent.
 * - `blocked_address`: the host is, or resolves to, an address that is not permitted.
 * - `plain_http`: a public address without TLS, which is not permitted.
 * - `dns`: the host does not resolve.
 * - `connect`: no connection, or it ended before the response was complete.
 * - `tls`: the certificate is not valid for the host.
 * - `timeout`: the time limit was reached.
 * - `too_large`: the response is larger than the limit.
 */
export type EgressFailure =
  | 'invalid_url'
  | 'invalid_request'
  | 'blocked_address'
  | 'plain_http'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_large';

/** Its message is safe to show: it names neither the address nor anything that the server sent. */
export class EgressError extends Error {
  override readonly name = 'EgressError';

  constructor(
    readonly failure: EgressFailure,
    options?: ErrorOptions,
  ) {
    super(MESSAGES[failure], options);
  }

  /** Whether the same request can succeed later. */
  get isTransient(): boolean {
    return this.failure === 'dns' || this.failure === 'connect' || this.failure === 'timeout';
  }
}

/** Reason that refuses an address of plain http to which requests are never sent. */
export const HTTPS_REQUIRED =
  'must be https; an operator permits plain http with SVC_EGRESS_HTTP, or ranges of addresses with SVC_EGRESS_ALLOW';

const MESSAGES: Readonly<Record<EgressFailure, string>> = {
  invalid_url: 'The URL must be an absolute http or https URL without a user and password.',
  invalid_request: 'The request has a header that cannot be sent.',
  blocked_address: 'The host is not a public address. An operator can permit its range.',
  plain_http: 'The URL must be https. An operator can permit http.',
  dns: 'The host name could not be resolved.',
  connect: 'The connection could not be made or ended early.',
  tls: 'The certificate of the host is not valid.',
  timeout: 'The host did not respond in time.',
  too_large: 'The response was too large.',
};

/** Converts an error of the HTTP client to the failure that caused it. */
export function toEgressError(error: unknown, timedOut: boolean): EgressError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof EgressError) return cause;
    const failure = timedOut ? 'timeout' : toFailure((cause as NodeJS.ErrnoException).code ?? '');
    if (failure) return new EgressError(failure, { cause: error });
  }
  return new EgressError(timedOut ? 'timeout' : 'connect', { cause: error });
}

const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);
const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const INVALID = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);
const TLS = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/;

function toFailure(code: string): EgressFailure | undefined {
  if (DNS.has(code)) return 'dns';
  if (TIMEOUTS.has(code)) return 'timeout';
  if (TLS.test(code)) return 'tls';
  if (INVALID.has(code)) return 'invalid_request';
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'too_large' : undefined;
}
