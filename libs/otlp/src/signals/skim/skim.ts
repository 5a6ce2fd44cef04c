import { REASON_NAMES, REJECT, TimeBounds, type RejectReason, type Rejection } from '../../rules.js';
import { SIGNALS, type AcceptanceContext, type Signal } from '../../signal.js';
import { envelopePaths, walkEnvelope, type EnvelopeVisitor } from '../../wire/envelope.js';
import { WireReader } from '../../wire/reader.js';
import { LogSkimmer } from './log-skimmer.js';
import { MetricSkimmer } from './metric-skimmer.js';
import { SpanSkimmer } from './span-skimmer.js';
import { Tally } from './tally.js';

export interface SkimResult {
  /** Number of spans, log records or data points in the request. */
  readonly items: number;
  /** Number of items that the encoder will store. */
  readonly accepted: number;
  /** Number of items that will not be stored because they are invalid. */
  readonly rejected: number;
  /** Number of data points without a value, which are neither stored nor rejected: `items - accepted - rejected`. */
  readonly unrecorded: number;
  /** Number of accepted log records that are stored without their trace or span id, because its length is wrong. */
  readonly withoutIds: number;
  /** Reasons of rejections, most frequent first. */
  readonly reasons: readonly { readonly reason: RejectReason; readonly count: number }[];
}

/** Bounds the memory that one request of a few megabytes can need as columns: an empty log record is two bytes on the wire. */
export const MAX_ITEMS_PER_REQUEST = 1_000_000;

interface Skimmer extends EnvelopeVisitor {
  start(reader: WireReader, bounds: TimeBounds, tally: Tally): void;
}

const skimmers: Readonly<Record<Signal, Skimmer>> = {
  traces: new SpanSkimmer(),
  logs: new LogSkimmer(),
  metrics: new MetricSkimmer(),
};
const paths = { traces: envelopePaths('traces'), logs: envelopePaths('logs'), metrics: envelopePaths('metrics') };
const reader = new WireReader();
const bounds = new TimeBounds();
const tally = new Tally();

/**
 * Checks a protobuf request body without creating strings or objects, and counts the items that the encoder will store. Throws
 * `invalid_request` for a body that is malformed anywhere the encoder reads (the message names the field, never its content) and
 * `payload_too_large` for one with more items than `maxItems`.
 */
export function skim(
  signal: Signal,
  body: Uint8Array,
  context: AcceptanceContext,
  maxItems = MAX_ITEMS_PER_REQUEST,
): SkimResult {
  reader.reset(body);
  bounds.set(context);
  tally.start(maxItems);
  const skimmer = skimmers[signal];
  skimmer.start(reader, bounds, tally);
  try {
    walkEnvelope(reader, paths[signal], skimmer);
  } finally {
    reader.release();
  }
  return result();
}

function result(): SkimResult {
  const accepted = tally.count(REJECT.none);
  const unrecorded = tally.count(REJECT.noRecordedValue);
  const reasons = REASON_NAMES.map((reason, index) => ({ reason, count: tally.count(index as Rejection) }))
    .slice(REJECT.traceId, REJECT.noRecordedValue)
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const rejected = reasons.reduce((total, { count }) => total + count, 0);
  return {
    items: accepted + unrecorded + rejected,
    accepted,
    rejected,
    unrecorded,
    withoutIds: tally.withoutIds,
    reasons,
  };
}

/** The English message of a partial success: how many items were rejected and why, and what is missing from those that were stored. */
export function partialMessage(signal: Signal, { items, rejected, reasons, withoutIds }: SkimResult): string {
  const { noun } = SIGNALS[signal];
  const why = reasons.map(({ reason, count }) => `${count} ${reason}`).join(', ');
  return [
    ...(rejected > 0 ? [`${rejected} of ${items} ${noun} were rejected: ${why}.`] : []),
    ...(withoutIds > 0
      ? [`${withoutIds} of ${items} ${noun} were stored without a trace_id or span_id whose length is wrong.`]
      : []),
  ].join(' ');
}
