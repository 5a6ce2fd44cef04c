import type { ConsumerRecord, FollowOptions, LogSlice } from '../../port.js';
import type { Notifier } from '../notifier.js';
import { SegmentReader } from '../storage/segments.js';
import type { RecordKey, Tables } from '../storage/tables.js';
import { toRecord } from './batch-reader.js';
import { lookBack } from './look-back.js';

/** Reads values synchronously, because the log could be closed in another turn of the event loop. */
const SLICE_BYTES = 2 * 1024 * 1024;
const SLICE_RECORDS = 1000;

export interface FollowContext {
  readonly tables: Tables;
  readonly appended: Notifier;
  /** Interval of checks for appends of other processes. */
  readonly pollMs: number;
}

/** Reads one slice of each partition in turn, so that no partition waits for the backlog of another. */
export async function* follow(
  { tables, appended, pollMs }: FollowContext,
  { topic, from, signal, lookBack: wanted }: FollowOptions,
): AsyncGenerator<LogSlice> {
  const next = new Map(from);
  const begun = new Set<number>();
  while (!signal.aborted) {
    let isIdle = true;
    for (const [partition, offset] of next) {
      const records = readSlice(tables, [topic, partition, offset]);
      const [first, last] = [records[0], records.at(-1)];
      if (!first || !last) continue;
      isIdle = false;
      if (wanted && !begun.has(partition)) lookBack(tables, topic, partition, first.offset, wanted);
      begun.add(partition);
      next.set(partition, last.offset + 1);
      yield { partition, records };
      if (signal.aborted) return;
    }
    if (isIdle) await appended.wait(pollMs, signal);
  }
}

function readSlice(tables: Tables, start: RecordKey): ConsumerRecord[] {
  tables.root.resetReadTxn();
  const [topic, partition] = start;
  const records: ConsumerRecord[] = [];
  let bytes = 0;
  const end: RecordKey = [topic, partition, Number.MAX_SAFE_INTEGER];
  const values = new SegmentReader(tables.directory);
  try {
    for (const { key, value: entry } of tables.index.getRange({ start, end, limit: SLICE_RECORDS })) {
      if (records.length > 0 && bytes + entry.n > SLICE_BYTES) break;
      const value = values.read(entry);
      if (value) records.push(toRecord(key[2], entry, value));
      bytes += entry.n;
    }
    return records;
  } finally {
    values.close();
  }
}
