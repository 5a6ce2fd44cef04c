import { rejectionMessage, type PartialSuccess, type Signal, type SkimResult } from '@svc/otlp';

/** Builds the `partial_success` of the response; undefined, which gives an empty response, when nothing was rejected. */
export function partialSuccess(signal: Signal, result: SkimResult): PartialSuccess | undefined {
  return result.rejected === 0 ? undefined : { rejected: result.rejected, message: rejectionMessage(signal, result) };
}
