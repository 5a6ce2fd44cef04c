import { groupState, type GroupKey, type Lease, type RecordKey, type Tables } from './tables.js';

/**
 * Commands of the writer thread. Every command validates before it writes, so a rejected one changes nothing in the
 * shared transaction.
 */
export type Command =
  | { readonly kind: 'append'; readonly topic: string; readonly partition: number; readonly record: AppendedRecord }
  | { readonly kind: 'createTopic'; readonly topic: string; readonly partitions: number }
  | { readonly kind: 'joinGroup'; readonly topic: string; readonly group: string; readonly from: 'earliest' | 'latest' }
  | { readonly kind: 'claim'; readonly key: GroupKey; readonly replaces: Lease | undefined; readonly lease: Lease }
  | { readonly kind: 'renew'; readonly keys: readonly GroupKey[]; readonly lease: Lease }
  | { readonly kind: 'release'; readonly keys: readonly GroupKey[]; readonly owner: string }
  | { readonly kind: 'plan'; readonly key: GroupKey; readonly owner: string; readonly range: readonly [number, number] }
  | {
      readonly kind: 'commit';
      readonly key: GroupKey;
      readonly owner: string;
      readonly range: readonly [number, number];
    }
  | { readonly kind: 'sweep'; readonly topic: string; readonly partition: number; readonly beforeMs: number }
  | { readonly kind: 'probe'; readonly nowMs: number };

export interface AppendedRecord {
  readonly timestampMs: number;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The position of the value in the buffer of the group. */
  readonly start: number;
  readonly length: number;
}

/**
 * A number: the offset (append), the partition count (createTopic), 1 or 0 for held or not held (claim, plan, commit), records
 * deleted (sweep), the number of leases still held (renew). `full`: the log has reached its maximum size.
 */
export type Result = number | 'full';

/** Maximum records deleted in one transaction, which limits how long the write lock is held. */
export const SWEEP_LIMIT = 256;

/** Runs all commands in one transaction, which is on disk when this returns. Throws if none of them was applied. */
export function runGroup(tables: Tables, commands: readonly Command[], values: Uint8Array, maxBytes: number): Result[] {
  return tables.root.transactionSync(() => {
    const txn: Txn = { tables, values, maxBytes, heads: new Map(), usedBytes: tables.counters.get('bytes') ?? 0 };
    const results = commands.map((command) => run(txn, command));
    for (const { key, next } of txn.heads.values()) tables.heads.putSync(key, next);
    tables.counters.putSync('bytes', txn.usedBytes);
    return results;
  });
}

interface Txn {
  readonly tables: Tables;
  readonly values: Uint8Array;
  readonly maxBytes: number;
  readonly heads: Map<string, { key: [string, number]; next: number }>;
  usedBytes: number;
}

function run(txn: Txn, command: Command): Result {
  const { tables } = txn;
  switch (command.kind) {
    case 'append':
      return append(txn, command.topic, command.partition, command.record);
    case 'createTopic': {
      const known = tables.topics.get(command.topic);
      if (!known) tables.topics.putSync(command.topic, { partitions: command.partitions });
      return known?.partitions ?? command.partitions;
    }
    case 'joinGroup':
      return joinGroup(txn, command.topic, command.group, command.from);
    case 'claim': {
      const state = groupState(tables, command.key);
      if (!sameLease(state.lease, command.replaces)) return 0;
      tables.groups.putSync(command.key, { ...state, lease: command.lease });
      return 1;
    }
    case 'renew':
      return command.keys.filter((key) => {
        const state = heldBy(tables, key, command.lease.owner.id);
        if (state) tables.groups.putSync(key, { ...state, lease: command.lease });
        return state !== undefined;
      }).length;
    case 'release':
      for (const key of command.keys) {
        const { lease, ...state } = groupState(tables, key);
        if (lease?.owner.id === command.owner) tables.groups.putSync(key, state);
      }
      return 1;
    case 'plan': {
      const state = heldBy(tables, command.key, command.owner);
      if (!state) return 0;
      tables.groups.putSync(command.key, { ...state, plan: command.range });
      return 1;
    }
    case 'commit': {
      const state = heldBy(tables, command.key, command.owner);
      if (!state?.lease) return 0;
      tables.groups.putSync(command.key, { committed: command.range[1] + 1, lease: state.lease });
      return 1;
    }
    case 'sweep':
      return sweep(txn, command.topic, command.partition, command.beforeMs);
    case 'probe':
      tables.counters.putSync('probe', command.nowMs);
      return txn.usedBytes >= txn.maxBytes ? 'full' : 1;
  }
}

function append(txn: Txn, topic: string, partition: number, record: AppendedRecord): Result {
  const bytes = footprint(record.length);
  if (txn.usedBytes + bytes > txn.maxBytes) return 'full';
  const head = getHead(txn, topic, partition);
  const key: RecordKey = [topic, partition, head.next];
  txn.tables.values.putSync(key, txn.values.subarray(record.start, record.start + record.length));
  txn.tables.index.putSync(key, { t: record.timestampMs, n: record.length, k: record.key, h: record.headers });
  txn.usedBytes += bytes;
  return head.next++;
}

function getHead(txn: Txn, topic: string, partition: number): { next: number } {
  const name = `${topic}/${partition}`;
  let head = txn.heads.get(name);
  if (!head) {
    head = { key: [topic, partition], next: txn.tables.heads.get([topic, partition]) ?? 0 };
    txn.heads.set(name, head);
  }
  return head;
}

/** Writes a starting point for every partition, so that retention and lag include the group before its first commit. */
function joinGroup(txn: Txn, topic: string, group: string, from: 'earliest' | 'latest'): number {
  const partitions = txn.tables.topics.get(topic)?.partitions ?? 0;
  for (let partition = 0; partition < partitions; partition++) {
    const key: GroupKey = [topic, group, partition];
    if (txn.tables.groups.get(key)) continue;
    const head = getHead(txn, topic, partition).next;
    txn.tables.groups.putSync(key, {
      committed: from === 'latest' ? head : firstOffset(txn.tables, topic, partition, head),
    });
  }
  return partitions;
}

/** Returns the oldest retained offset of a partition, or its end if nothing is retained. */
export function firstOffset(tables: Tables, topic: string, partition: number, end: number): number {
  for (const key of tables.index.getKeys({ start: [topic, partition, 0], end: [topic, partition, end], limit: 1 })) {
    return key[2];
  }
  return end;
}

function sweep(txn: Txn, topic: string, partition: number, beforeMs: number): number {
  const { tables } = txn;
  const done = everyGroupIsPast(tables, topic, partition);
  let deleted = 0;
  const range = { start: [topic, partition, 0] as RecordKey, end: [topic, partition, done] as RecordKey };
  for (const { key, value } of [...tables.index.getRange({ ...range, limit: SWEEP_LIMIT })]) {
    if (value.t >= beforeMs) break;
    tables.values.removeSync(key);
    tables.index.removeSync(key);
    txn.usedBytes = Math.max(0, txn.usedBytes - footprint(value.n));
    deleted++;
  }
  return deleted;
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

/** Estimates the bytes in the file: whole pages for a value larger than half a page, plus the index entry. */
function footprint(valueBytes: number): number {
  return Math.ceil((valueBytes + 16) / 4096) * 4096 + 256;
}

function heldBy(tables: Tables, key: GroupKey, owner: string) {
  const state = groupState(tables, key);
  return state.lease?.owner.id === owner ? state : undefined;
}

function sameLease(a: Lease | undefined, b: Lease | undefined): boolean {
  return a?.owner.id === b?.owner.id && a?.heartbeatMs === b?.heartbeatMs;
}
