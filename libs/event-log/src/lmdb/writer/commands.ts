import { sweep } from '../storage/sweep.js';
import { groupState, type GroupKey, type Lease, type Tables } from '../storage/tables.js';
import { endOfValues, ENTRY_BYTES, writeValues, type Head, type Store, type Txn } from '../storage/transaction.js';

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

/** Runs all commands in one transaction, which is on disk when this returns. Throws if none of them was applied. */
export function runGroup(store: Store, commands: readonly Command[], values: Uint8Array): Result[] {
  const { tables, files } = store;
  const removed: number[] = [];
  const results = tables.root.transactionSync(() => {
    const usedBytes = tables.counters.get('bytes') ?? 0;
    const txn: Txn = { ...store, values, heads: new Map(), appends: undefined, usedBytes, removed };
    const results = commands.map((command) => run(txn, command));
    if (txn.appends) writeValues(txn, txn.appends);
    for (const { key, next } of txn.heads.values()) tables.heads.putSync(key, next);
    if (txn.usedBytes !== usedBytes) tables.counters.putSync('bytes', txn.usedBytes);
    return results;
  });
  // Afterwards, because a transaction that fails keeps its records.
  for (const segment of removed) files.remove(segment);
  return results;
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
  const { start, length } = record;
  if (txn.usedBytes + length + ENTRY_BYTES > txn.maxBytes) return 'full';
  const head = getHead(txn, topic, partition);
  const appends = (txn.appends ??= endOfValues(txn));
  txn.tables.index.putSync([topic, partition, head.next], {
    t: record.timestampMs,
    s: appends.segment,
    p: appends.end,
    n: length,
    b: head.bytes,
    k: record.key,
    h: record.headers,
  });
  appends.values.push(txn.values.subarray(start, start + length));
  appends.end += length;
  head.bytes += length;
  txn.usedBytes += length + ENTRY_BYTES;
  return head.next++;
}

function getHead({ tables, heads }: Txn, topic: string, partition: number): Head {
  const name = `${topic}/${partition}`;
  let head = heads.get(name);
  if (!head) {
    const next = tables.heads.get([topic, partition]) ?? 0;
    const last = tables.index.get([topic, partition, next - 1]);
    head = { key: [topic, partition], next, bytes: last ? last.b + last.n : 0 };
    heads.set(name, head);
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

function heldBy(tables: Tables, key: GroupKey, owner: string) {
  const state = groupState(tables, key);
  return state.lease?.owner.id === owner ? state : undefined;
}

function sameLease(a: Lease | undefined, b: Lease | undefined): boolean {
  return a?.owner.id === b?.owner.id && a?.heartbeatMs === b?.heartbeatMs;
}
