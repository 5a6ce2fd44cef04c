import { rejectionMessage, type PartialSuccess, type Signal, type SkimResult } from '@svc/otlp';

/** What the response says of rejected items; undefined, and so an empty response, when there are none. */
export function partialSuccess(signal: Signal, result: SkimResult): PartialSuccess | undefined {
  return result.rejected === 0 ? undefined : { rejected: result.rejected, message: rejectionMessage(signal, result) };
}
