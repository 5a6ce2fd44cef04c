import { toBigint } from '../hash.js';
import { KeySet } from './key-set.js';

export type KeyedTable = 'resources' | 'metric_series';

/** Whether a row of this key with `last_seen` of this day is certainly stored; `false` is always safe. */
export type IsKnown = (projectNumber: number, table: KeyedTable, hash: bigint, day: number) => boolean;

/** A key whose row is in the block. Mark it known only after the block is stored. */
export interface SeenKey {
  readonly projectNumber: number;
  readonly table: KeyedTable;
  readonly hash: bigint;
  /** Days since the epoch, from the time of receipt. A key is written once a day, so that its row does not expire while in use. */
  readonly day: number;
}

/** Determines which rows of a keyed table a block needs: one for each key that is not stored yet. */
export class KnownKeys {
  readonly seen: SeenKey[] = [];
  private readonly decided = new KeySet();
  private marked = 0;

  constructor(
    private readonly table: KeyedTable,
    private readonly isKnown: IsKnown,
  ) {}

  /** Whether the row of this key must be written now. */
  isNew(projectNumber: number, low: number, high: number, day: number): boolean {
    if (!this.decided.add(projectNumber, low, high)) return false;
    const hash = toBigint(low, high);
    if (this.isKnown(projectNumber, this.table, hash, day)) return false;
    this.seen.push({ projectNumber, table: this.table, hash, day });
    return true;
  }

  /** Removes the last new key, which gets no row. */
  withdraw(): void {
    this.seen.pop();
  }

  mark(): void {
    this.marked = this.seen.length;
  }

  rollback(): void {
    this.seen.length = this.marked;
    this.decided.clear();
    for (const { projectNumber, hash } of this.seen) {
      this.decided.add(projectNumber, Number(hash & 0xffff_ffffn), Number(hash >> 32n));
    }
  }

  reset(): void {
    this.seen.length = 0;
    this.decided.clear();
    this.marked = 0;
  }
}
