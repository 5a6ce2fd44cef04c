import { skim, transcodeJson, type AcceptanceContext, type Signal, type SkimResult } from '@svc/otlp';

export interface Prepared {
  readonly skimmed: SkimResult;
  /** The protobuf transcoded from a JSON body; undefined if the body was already protobuf. */
  readonly transcoded: Buffer | undefined;
}

/**
 * Checks the structure of a body and counts its items. JSON is transcoded to protobuf first, so that the log contains a single format.
 *
 * @throws ServiceError `payload_too_large` for more than `maxItems`, by default for more than any request may have.
 */
export function prepareBody(
  signal: Signal,
  format: 'protobuf' | 'json',
  body: Uint8Array,
  context: AcceptanceContext,
  maxItems?: number,
): Prepared {
  const transcoded = format === 'json' ? Buffer.from(transcodeJson(signal, body)) : undefined;
  return { skimmed: skim(signal, transcoded ?? body, context, maxItems), transcoded };
}
