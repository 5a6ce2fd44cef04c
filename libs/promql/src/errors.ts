/** The kinds of failures that the API of Prometheus tells apart, and whose names it sends as `errorType`. */
export type PromqlErrorType = 'bad_data' | 'execution' | 'canceled';

/** A query that cannot be parsed or evaluated. The message is for the author of the query. */
export class PromqlError extends Error {
  override readonly name = 'PromqlError';

  constructor(
    readonly type: PromqlErrorType,
    message: string,
  ) {
    super(message);
  }
}

/** Makes an error of evaluation. */
export function failed(message: string): PromqlError {
  return new PromqlError('execution', message);
}
