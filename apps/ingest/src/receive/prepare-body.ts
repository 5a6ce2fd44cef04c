import { skim, transcodeJson, type AcceptanceContext, type Signal, type SkimResult } from '@svc/otlp';

export interface Prepared {
  readonly skimmed: SkimResult;
  /** Protobuf made from a JSON body; undefined when the body was protobuf already. */
  readonly transcoded: Buffer | undefined;
}

/** Checks a body's structure and counts its items; JSON becomes protobuf first, so that one format lies in the log. */
export function prepareBody(
  signal: Signal,
  format: 'protobuf' | 'json',
  body: Uint8Array,
  context: AcceptanceContext,
): Prepared {
  const transcoded = format === 'json' ? Buffer.from(transcodeJson(signal, body)) : undefined;
  return { skimmed: skim(signal, transcoded ?? body, context), transcoded };
}
