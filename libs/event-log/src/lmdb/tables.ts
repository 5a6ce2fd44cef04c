import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { open, type Database, type RootDatabase } from 'lmdb';
import type { Owner } from './owner.js';

/** [topic, partition, offset]: the order of the tree is the order of a partition. */
export type RecordKey = [topic: string, partition: number, offset: number];
export type PartitionKey = [topic: string, partition: number];
export type GroupKey = [topic: string, group: string, partition: number];

/** What is known of a record without reading its value; lets batches be bounded and retention run without touching values. */
export interface IndexEntry {
  /** Milliseconds since the epoch at the append. */
  readonly t: number;
  /** Bytes of the value. */
  readonly n: number;
  readonly k: string;
  readonly h: Readonly<Record<string, string>>;
}

export interface Lease {
  readonly owner: Owner;
  /** Milliseconds since the epoch of the last sign of life. */
  readonly heartbeatMs: number;
}

export interface GroupState {
  readonly committed: number;
  /** The range handed to the handler and not yet committed, both ends included. */
  readonly plan?: readonly [first: number, last: number];
  readonly lease?: Lease;
}

export interface Tables {
  readonly root: RootDatabase<unknown, string>;
  /** Values as they came, one entry each, so that no append copies a value into another buffer. */
  readonly values: Database<Uint8Array, RecordKey>;
  readonly index: Database<IndexEntry, RecordKey>;
  /** The offset the next record of a partition gets. */
  readonly heads: Database<number, PartitionKey>;
  readonly topics: Database<{ partitions: number }, string>;
  readonly groups: Database<GroupState, GroupKey>;
  /** `bytes`: what the retained records occupy; `probe`: the write of a health check. */
  readonly counters: Database<number, string>;
}

/**
 * Opens the environment, once per thread. Commits sync before they return (`overlappingSync` off): what a transaction has
 * returned is on disk, and a failed write is an exception here instead of a rejected promise without a handler.
 */
export function openTables(directory: string, mapBytes: number): Tables {
  mkdirSync(directory, { recursive: true });
  // The records are the requests of all projects. An existing directory may have been created with other permissions.
  chmodSync(directory, 0o700);
  reserveLockFile(directory);
  const root = open<unknown, string>({
    path: directory,
    noSubdir: false,
    mapSize: mapBytes,
    maxDbs: 8,
    encoding: 'binary',
    overlappingSync: false,
  });
  const tables: Tables = {
    root,
    values: root.openDB<Uint8Array, RecordKey>({ name: 'values', encoding: 'binary' }),
    index: root.openDB<IndexEntry, RecordKey>({ name: 'index', encoding: 'json' }),
    heads: root.openDB<number, PartitionKey>({ name: 'heads', encoding: 'json' }),
    topics: root.openDB<{ partitions: number }, string>({ name: 'topics', encoding: 'json' }),
    groups: root.openDB<GroupState, GroupKey>({ name: 'groups', encoding: 'json' }),
    counters: root.openDB<number, string>({ name: 'counters', encoding: 'json' }),
  };
  syncDirectory(directory);
  syncDirectory(dirname(directory));
  return tables;
}

/** The state of a group on a partition; a group that never ran there starts at 0. */
export function groupState(tables: Tables, key: GroupKey): GroupState {
  return tables.groups.get(key) ?? { committed: 0 };
}

/**
 * lmdb maps its lock file and grows it with a hole; the first touch of that hole on a full disk ends the process with a bus
 * error. Written out beforehand, its blocks exist.
 */
function reserveLockFile(directory: string): void {
  const path = join(directory, 'lock.mdb');
  if (!existsSync(path)) writeFileSync(path, Buffer.alloc(64 * 1024), { flag: 'wx' });
}

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
