import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { open, type Database, type RootDatabase } from 'lmdb';
import type { Owner } from './owner.js';
import type { ValuePlace } from './segments.js';

/** [topic, partition, offset]: the order of the keys is the order of a partition. */
export type RecordKey = [topic: string, partition: number, offset: number];
export type PartitionKey = [topic: string, partition: number];
export type GroupKey = [topic: string, group: string, partition: number];

/** A record without its value, so that batches can be limited and retention can run without reading values. */
export interface IndexEntry extends ValuePlace {
  /** Append time in milliseconds since the epoch. */
  readonly t: number;
  /** Bytes of all values of the partition before this one, since it was last empty. */
  readonly b: number;
  readonly k: string;
  readonly h: Readonly<Record<string, string>>;
}

export interface Lease {
  readonly owner: Owner;
  /** Time of the last heartbeat in milliseconds since the epoch. */
  readonly heartbeatMs: number;
}

export interface GroupState {
  readonly committed: number;
  /** The range that was delivered to the handler and is not yet committed, including both ends. */
  readonly plan?: readonly [first: number, last: number];
  readonly lease?: Lease;
}

/** A file of values. */
export interface Segment {
  /** Its size without bytes that were never committed. */
  readonly bytes: number;
  /** Number of records that retention has not deleted. */
  readonly records: number;
}

export interface Tables {
  readonly directory: string;
  readonly root: RootDatabase<unknown, string>;
  readonly index: Database<IndexEntry, RecordKey>;
  readonly segments: Database<Segment, number>;
  /** The next offset of each partition. */
  readonly heads: Database<number, PartitionKey>;
  readonly topics: Database<{ partitions: number }, string>;
  readonly groups: Database<GroupState, GroupKey>;
  /** `bytes`: size of the log; `segment`: the last number of a file of values; `probe`: written by health checks. */
  readonly counters: Database<number, string>;
}

/**
 * Opens the environment, once per thread. Commits sync before they return (`overlappingSync` off): a transaction that has
 * returned is on disk, and a failed write throws here instead of rejecting a promise without a handler.
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
    directory,
    root,
    index: root.openDB<IndexEntry, RecordKey>({ name: 'records', encoding: 'json' }),
    segments: root.openDB<Segment, number>({ name: 'segments', encoding: 'json' }),
    heads: root.openDB<number, PartitionKey>({ name: 'heads', encoding: 'json' }),
    topics: root.openDB<{ partitions: number }, string>({ name: 'topics', encoding: 'json' }),
    groups: root.openDB<GroupState, GroupKey>({ name: 'groups', encoding: 'json' }),
    counters: root.openDB<number, string>({ name: 'counters', encoding: 'json' }),
  };
  syncDirectory(directory);
  syncDirectory(dirname(directory));
  return tables;
}

/** Returns the state of a group on a partition; a new group starts at 0. */
export function groupState(tables: Tables, key: GroupKey): GroupState {
  return tables.groups.get(key) ?? { committed: 0 };
}

/**
 * lmdb maps its lock file and extends it sparsely; the first access to the hole on a full disk kills the process with a bus
 * error. Writing the file beforehand allocates its blocks.
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
