import { KIND, type Kind } from './kind.js';

/** Status codes of OTLP. */
const CODE = { ok: 1, error: 2 } as const;

const NO_FAILURES = new Set(['', 'cancelled', 'unknown', 'unset']);
/** Faults of a client, which OpenTelemetry does not count as failures of the server that has answered them. */
const FAULTS_OF_CLIENTS = new Set([
  'already_exists',
  'failed_precondition',
  'invalid_argument',
  'not_found',
  'out_of_range',
  'permission_denied',
  'resource_exhausted',
  'unauthenticated',
]);

export interface SpanStatus {
  readonly code: number;
  readonly message?: string;
}

/** The status of a span by its name, such as `internal_error`; null if it neither failed nor is known to have succeeded. */
export function toStatus(status: string, kind: Kind): SpanStatus | null {
  if (status === 'ok') return { code: CODE.ok };
  if (NO_FAILURES.has(status) || (kind === KIND.server && FAULTS_OF_CLIENTS.has(status))) return null;
  return status === 'error' ? { code: CODE.error } : { code: CODE.error, message: status };
}
