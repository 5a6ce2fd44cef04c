import { setImmediate } from 'node:timers/promises';
import type { ConsumerOptions, ConsumerRecord } from '../../port.js';
import { SegmentReader } from '../storage/segments.js';
import type { IndexEntry, RecordKey, Tables } from '../storage/tables.js';
import type { Stream } from './stream.js';

/** Bytes of values read before the event loop is yielded. */
const BYTES_PER_TURN = 4 * 1024 * 1024;

/**
 * Finds the end of the batch that starts at an offset. Reads each index entry once, even if called repeatedly.
 */
export class RangeFinder {
  private next: number;
  private bytes = 0;
  /** Set when the oldest record is first seen; the time of the record counts only if it is in the past. */
  private deadlineMs: number | undefined;
  private full = false;

  constructor(
    private readonly tables: Tables,
    private readonly bounds: ConsumerOptions,
    private readonly partition: number,
    private readonly first: number,
    private readonly waits: Pick<Stream, 'begin'>,
  ) {
    this.next = first;
  }

  /** Adds the records appended since the last call. */
  advance(nowMs: number): void {
    const { topic, maxRecords, maxBytes } = this.bounds;
    const start: RecordKey = [topic, this.partition, this.next];
    const end: RecordKey = [topic, this.partition, Number.MAX_SAFE_INTEGER];
    for (const { value } of this.tables.index.getRange({ start, end })) {
      if (this.full) return;
      if (this.next > this.first && this.bytes + value.n > maxBytes) {
        this.full = true;
        return;
      }
      this.deadlineMs ??= Math.min(value.t, nowMs) + this.waits.begin(Math.min(value.t, nowMs));
      this.bytes += value.n;
      this.next++;
      this.full = this.bytes >= maxBytes || this.next - this.first >= maxRecords;
    }
  }

  /** Returns the last offset of the batch if it is to be closed, otherwise undefined. */
  closed(nowMs: number): number | undefined {
    if (this.deadlineMs === undefined) return undefined;
    return this.full || nowMs >= this.deadlineMs ? this.next - 1 : undefined;
  }

  /** Milliseconds until the oldest record has waited long enough; Infinity if there is none. */
  remainingMs(nowMs: number): number {
    return this.deadlineMs === undefined ? Infinity : Math.max(0, this.deadlineMs - nowMs);
  }
}

/** Reads the records of a range, including both ends. */
export async function readRecords(
  tables: Tables,
  topic: string,
  partition: number,
  [first, last]: readonly [number, number],
): Promise<ConsumerRecord[]> {
  const records: ConsumerRecord[] = [];
  const values = new SegmentReader(tables.directory);
  try {
    let bytes = 0;
    for (let offset = first; offset <= last; offset++) {
      const entry = tables.index.get([topic, partition, offset]);
      const value = entry && values.read(entry);
      if (value) records.push(toRecord(offset, entry, value));
      bytes += entry?.n ?? 0;
      if (bytes > BYTES_PER_TURN) {
        bytes = 0;
        await setImmediate();
      }
    }
    return records;
  } finally {
    values.close();
  }
}

export function toRecord(offset: number, entry: IndexEntry, value: Uint8Array): ConsumerRecord {
  return { offset, timestampMs: entry.t, key: entry.k, value, headers: entry.h };
}
