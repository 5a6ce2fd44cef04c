import {
  MAX_ITEMS_PER_REQUEST,
  skim,
  transcodeJson,
  type AcceptanceContext,
  type Signal,
  type SkimResult,
} from '@svc/otlp';
import type { TranslationFindings, TranslationLimits } from '@svc/otlp/wire';
import { isForeign, translate, type BodyFormat, type ForeignFormat } from './formats.js';

/** A request of OTLP that was checked. */
export interface PreparedPart {
  readonly signal: Signal;
  readonly skimmed: SkimResult;
  /** The protobuf that the body was translated to; undefined if it already was protobuf of OTLP. */
  readonly transcoded: Buffer | undefined;
}

/** A body that was checked: one request of OTLP, and maybe more. */
export interface Prepared extends PreparedPart {
  /** Findings of the translation; undefined for a body of OTLP. */
  readonly findings?: TranslationFindings;
  /** Requests of other signals that the body was translated to as well. */
  readonly others?: readonly PreparedPart[];
}

/** The time of receipt and the retention of a project. */
export interface PrepareContext extends AcceptanceContext {
  /** Retention in days of the signals that have one of their own. */
  readonly signalRetentionDays?: Readonly<Record<string, number>>;
}

/** Items of the signal that are older than this many days are rejected. */
export function retentionOf(
  { retentionDays, signalRetentionDays }: Omit<PrepareContext, 'receivedAtNs'>,
  signal: Signal,
): number {
  return signalRetentionDays?.[signal] ?? retentionDays;
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
  context: PrepareContext,
  { maxItems = MAX_ITEMS_PER_REQUEST, maxBytes = Infinity }: Partial<TranslationLimits> = {},
): Prepared {
  if (isForeign(format)) return prepareForeign(signal, format, body, context, { maxItems, maxBytes });
  const transcoded = format === 'json' ? Buffer.from(transcodeJson(signal, body)) : undefined;
  return { signal, skimmed: skimPart(signal, transcoded ?? body, context, maxItems), transcoded };
}

function prepareForeign(
  signal: Signal,
  format: ForeignFormat,
  body: Uint8Array,
  context: PrepareContext,
  limits: TranslationLimits,
): Prepared {
  const { parts, ...findings } = translate(signal, format, body, limits);
  const [first = { signal, body: Buffer.alloc(0) }, ...others] = parts;
  const prepare = (part: typeof first): PreparedPart => ({
    signal: part.signal,
    skimmed: skimPart(part.signal, part.body, context, limits.maxItems),
    transcoded: part.body,
  });
  return { ...prepare(first), findings, others: others.map(prepare) };
}

function skimPart(signal: Signal, body: Uint8Array, context: PrepareContext, maxItems: number): SkimResult {
  const { receivedAtNs } = context;
  return skim(signal, body, { receivedAtNs, retentionDays: retentionOf(context, signal) }, maxItems);
}
