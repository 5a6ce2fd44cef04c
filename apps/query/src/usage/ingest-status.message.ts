import type { MessageInitShape } from '@bufbuild/protobuf';
import type { IngestStatusSchema, RejectedItemsSchema, SignalStatusSchema } from '@svc/contract';
import { NANOSECONDS_PER_MINUTE, NANOSECONDS_PER_SECOND, toTimestamp } from '@svc/reading/time';
import type { ReceiptRow } from './ingest-status.query.js';
import type { Receipts } from './ingest-status.service.js';
import { explainRejection } from './rejections.js';
import { STORED } from './usage.message.js';

/** The signals that ingestion accepts, in the order of the response. */
const SIGNALS = ['traces', 'logs', 'metrics', 'events', 'replay'] as const;

export function toIngestStatus({ range, rows }: Receipts): MessageInitShape<typeof IngestStatusSchema> {
  const bySignal = Map.groupBy(rows, ({ signal }) => signal);
  return {
    startTime: toTimestamp(range.from),
    endTime: toTimestamp(range.to),
    signals: SIGNALS.map((signal) => toSignalStatus(signal, bySignal.get(signal) ?? [], range)),
  };
}

function toSignalStatus(
  signal: string,
  rows: readonly ReceiptRow[],
  { from, to }: Receipts['range'],
): MessageInitShape<typeof SignalStatusSchema> {
  const stored = rows.find(({ outcome }) => outcome === STORED);
  const rejected = rows.filter(({ outcome, items }) => outcome !== STORED && items !== '0').map(toRejectedItems);
  if (!stored) return { signal, rejected };
  const first = toNanoseconds(stored.first_second);
  const since = first > from ? first : from;
  const minutes = Math.max(1, Number(to - since) / Number(NANOSECONDS_PER_MINUTE));
  return {
    signal,
    firstReceivedAt: toTimestamp(first),
    lastReceivedAt: toTimestamp(toNanoseconds(stored.last_second)),
    items: BigInt(stored.items),
    requests: BigInt(stored.requests),
    bytes: BigInt(stored.bytes),
    itemsPerMinute: Number(stored.items) / minutes,
    rejected,
  };
}

function toRejectedItems({ outcome, items, last_second }: ReceiptRow): MessageInitShape<typeof RejectedItemsSchema> {
  const explanation = explainRejection(outcome);
  return {
    reason: outcome,
    items: BigInt(items),
    lastRejectedAt: toTimestamp(toNanoseconds(last_second)),
    ...(explanation !== undefined && { explanation }),
  };
}

function toNanoseconds(seconds: number): bigint {
  return BigInt(seconds) * NANOSECONDS_PER_SECOND;
}
