import { skim, transcodeJson, type AcceptanceContext, type Signal } from '@svc/otlp';
import type { Prepared } from './prepare.js';

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
