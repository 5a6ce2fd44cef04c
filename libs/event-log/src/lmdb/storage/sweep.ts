import type { RecordKey, Tables } from './tables.js';
import { ENTRY_BYTES, type Txn } from './transaction.js';

/** Maximum records deleted in one transaction, which limits how long the write lock is held. */
export const SWEEP_LIMIT = 256;

/** Deletes records that every group has committed and that are older than a time, and returns how many. */
export function sweep(txn: Txn, topic: string, partition: number, beforeMs: number): number {
  const { tables } = txn;
  const done = everyGroupIsPast(tables, topic, partition);
  const deleted = new Map<number, number>();
  const range = { start: [topic, partition, 0] as RecordKey, end: [topic, partition, done] as RecordKey };
  for (const { key, value } of [...tables.index.getRange({ ...range, limit: SWEEP_LIMIT })]) {
    if (value.t >= beforeMs) break;
    tables.index.removeSync(key);
    deleted.set(value.s, (deleted.get(value.s) ?? 0) + 1);
  }
  let total = 0;
  for (const [segment, count] of deleted) {
    forget(txn, segment, count);
    total += count;
  }
  return total;
}

function forget(txn: Txn, segment: number, deleted: number): void {
  const { segments } = txn.tables;
  const { bytes, records } = segments.get(segment) ?? { bytes: 0, records: 0 };
  let freedBytes = deleted * ENTRY_BYTES;
  if (records > deleted || txn.appends?.segment === segment) {
    segments.putSync(segment, { bytes, records: records - deleted });
  } else {
    segments.removeSync(segment);
    txn.removed.push(segment);
    freedBytes += bytes;
  }
  txn.usedBytes = Math.max(0, txn.usedBytes - freedBytes);
}

/** Returns the offset below which every group of the topic has committed; 0 if no group reads the topic, so that nothing is deleted. */
function everyGroupIsPast(tables: Tables, topic: string, partition: number): number {
  let lowest = Infinity;
  for (const { key, value } of tables.groups.getRange({ start: [topic, '', 0] })) {
    if (key[0] !== topic) break;
    if (key[2] === partition) lowest = Math.min(lowest, value.committed);
  }
  return lowest === Infinity ? 0 : lowest;
}
