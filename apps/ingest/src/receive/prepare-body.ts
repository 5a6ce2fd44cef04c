import {
  MAX_ITEMS_PER_REQUEST,
  skim,
  transcodeJson,
  type AcceptanceContext,
  type Signal,
  type SkimResult,
} from '@svc/otlp';
import type { Translation, TranslationLimits } from '@svc/otlp/wire';
import { isForeign, translate, type BodyFormat } from './formats.js';

export interface Prepared {
  readonly skimmed: SkimResult;
  /** The protobuf that the body was translated to; undefined if it already was protobuf of OTLP. */
  readonly transcoded: Buffer | undefined;
  /** Findings of the translation; undefined for a body of OTLP. */
  readonly translation?: Omit<Translation, 'body'>;
}

/**
 * Checks the structure of a body and counts its items. JSON is transcoded to protobuf first and foreign formats are translated, so that
 * the log contains a single format.
 *
 * @throws ServiceError `payload_too_large` for more than `maxItems`, by default for more than any request may have.
 */
export function prepareBody(
  signal: Signal,
  format: BodyFormat,
  body: Uint8Array,
  context: AcceptanceContext,
  { maxItems = MAX_ITEMS_PER_REQUEST, maxBytes = Infinity }: Partial<TranslationLimits> = {},
): Prepared {
  if (isForeign(format)) {
    const { body: transcoded, ...translation } = translate(format, body, { maxItems, maxBytes });
    return { skimmed: skim(signal, transcoded, context, maxItems), transcoded, translation };
  }
  const transcoded = format === 'json' ? Buffer.from(transcodeJson(signal, body)) : undefined;
  return { skimmed: skim(signal, transcoded ?? body, context, maxItems), transcoded };
}
