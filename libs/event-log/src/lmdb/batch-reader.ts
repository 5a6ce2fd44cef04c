import { setImmediate } from 'node:timers/promises';
import type { ConsumerOptions, ConsumerRecord } from '../port.js';
import type { IndexEntry, RecordKey, Tables } from './tables.js';

/** Values copied out of the map before other work of the event loop gets a turn. */
const BYTES_PER_TURN = 4 * 1024 * 1024;

/**
 * Finds where the batch that starts at an offset ends, looking at each index entry once, also when it is called repeatedly.
 */
export class RangeFinder {
  private next: number;
  private bytes = 0;
  /** Set when the oldest record is first seen; its own time counts only when it lies in the past. */
  private deadlineMs: number | undefined;
  private full = false;

  constructor(
    private readonly tables: Tables,
    private readonly bounds: ConsumerOptions,
    private readonly partition: number,
    private readonly first: number,
  ) {
    this.next = first;
  }

  /** Takes in what was appended since the last call. */
  advance(nowMs: number): void {
    const { topic, maxRecords, maxBytes, maxWaitMs } = this.bounds;
    const start: RecordKey = [topic, this.partition, this.next];
    const end: RecordKey = [topic, this.partition, Number.MAX_SAFE_INTEGER];
    for (const { value } of this.tables.index.getRange({ start, end })) {
      if (this.full) return;
      if (this.next > this.first && this.bytes + value.n > maxBytes) {
        this.full = true;
        return;
      }
      this.deadlineMs ??= Math.min(value.t, nowMs) + maxWaitMs;
      this.bytes += value.n;
      this.next++;
      this.full = this.bytes >= maxBytes || this.next - this.first >= maxRecords;
    }
  }

  /** The last offset of the batch once it is to be closed, else undefined. */
  closed(nowMs: number): number | undefined {
    if (this.deadlineMs === undefined) return undefined;
    return this.full || nowMs >= this.deadlineMs ? this.next - 1 : undefined;
  }

  /** Until the oldest record has waited long enough; Infinity while there is none. */
  remainingMs(nowMs: number): number {
    return this.deadlineMs === undefined ? Infinity : Math.max(0, this.deadlineMs - nowMs);
  }
}

/** The records of a range, both ends included. */
export async function readRecords(
  tables: Tables,
  topic: string,
  partition: number,
  [first, last]: readonly [number, number],
): Promise<ConsumerRecord[]> {
  const records: ConsumerRecord[] = [];
  let bytes = 0;
  for (let offset = first; offset <= last; offset++) {
    const key: RecordKey = [topic, partition, offset];
    const entry = tables.index.get(key);
    const value = tables.values.getBinary(key);
    if (entry && value) records.push(toRecord(offset, entry, value));
    bytes += value?.byteLength ?? 0;
    if (bytes > BYTES_PER_TURN) {
      bytes = 0;
      await setImmediate();
    }
  }
  return records;
}

export function toRecord(offset: number, entry: IndexEntry, value: Uint8Array): ConsumerRecord {
  return { offset, timestampMs: entry.t, key: entry.k, value, headers: entry.h };
}
