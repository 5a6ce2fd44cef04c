import { ServiceError } from '@svc/service-error';
import type { EngineEvent } from '../model.js';

/** The reason why a check has no result. */
export type CheckFailure = Extract<EngineEvent, { readonly type: 'failed_check' }>['reason'];

const FAILURES: Readonly<Partial<Record<string, CheckFailure>>> = {
  query_too_expensive: 'too_expensive',
  timeout: 'timeout',
  unavailable: 'unavailable',
};

/** The reason of an error of a store after which other checks go on; undefined for an error that ends the run. */
export function toCheckFailure(error: unknown): CheckFailure | undefined {
  return error instanceof ServiceError ? FAILURES[error.code] : undefined;
}
