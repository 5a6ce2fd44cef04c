import { PromqlError } from '@svc/promql';
import { toServiceError, type ErrorCode } from '@svc/service-error';
import type { Answer } from './answer.js';

/** The status and the kind of a failure, as Prometheus names it. */
interface Failure {
  readonly status: number;
  readonly errorType: string;
}

const OF_QUERIES: Readonly<Record<PromqlError['type'], Failure>> = {
  bad_data: { status: 400, errorType: 'bad_data' },
  execution: { status: 422, errorType: 'execution' },
  canceled: { status: 503, errorType: 'canceled' },
};

const OF_STORE: Readonly<Partial<Record<ErrorCode, Failure>>> = {
  invalid_request: { status: 422, errorType: 'execution' },
  query_too_expensive: { status: 422, errorType: 'execution' },
  timeout: { status: 503, errorType: 'timeout' },
  cancelled: { status: 503, errorType: 'canceled' },
};

/**
 * The answer to a request that failed.
 *
 * @param timedOut whether the time of the query was over, which its abort does not say.
 * @throws ServiceError unless the failure is one of the query.
 */
export function failureAnswer(error: unknown, timedOut: boolean): Answer {
  const failure = findFailure(error, timedOut);
  if (!failure) throw error;
  const { status, errorType } = failure;
  const message = errorType === 'timeout' ? 'the query took too long' : readMessage(error);
  return { status, json: [JSON.stringify({ status: 'error', errorType, error: message })] };
}

function findFailure(error: unknown, timedOut: boolean): Failure | undefined {
  const isQuery = error instanceof PromqlError;
  const failure = isQuery ? OF_QUERIES[error.type] : OF_STORE[toServiceError(error).code];
  return timedOut && failure?.errorType === 'canceled' ? OF_STORE.timeout : failure;
}

function readMessage(error: unknown): string {
  return error instanceof PromqlError ? error.message : toServiceError(error).message;
}
