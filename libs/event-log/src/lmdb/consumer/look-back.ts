import type { LookBack } from '../../port.js';
import type { RecordKey, Tables } from '../storage/tables.js';
import { firstOffset } from '../writer/commands.js';

/** Shows the records before `first` that are at most `ms` older than it. Reads the index only, never a value. */
export function lookBack(
  tables: Tables,
  topic: string,
  partition: number,
  first: number,
  { ms, ...to }: LookBack,
): void {
  to.reset(partition);
  const present = tables.index.get([topic, partition, first]);
  if (!present) return;
  const start = offsetAt(tables, topic, partition, first, present.t - ms);
  const range = { start: [topic, partition, start] as RecordKey, end: [topic, partition, first] as RecordKey };
  for (const { key, value } of tables.index.getRange(range)) {
    to.observe(partition, { offset: key[2], timestampMs: value.t, headers: value.h });
  }
}

/** Finds the lowest offset below `end` whose record is not older than `timeMs`, by binary search, because times increase with offsets. */
function offsetAt(tables: Tables, topic: string, partition: number, end: number, timeMs: number): number {
  let low = firstOffset(tables, topic, partition, end);
  let high = end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((tables.index.get([topic, partition, middle])?.t ?? 0) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
