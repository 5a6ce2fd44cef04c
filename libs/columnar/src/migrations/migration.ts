import type { TableDefinition } from '@svc/tables';

export type Dialect = 'embedded' | 'cluster';

/**
 * One migration is one file that exports statements as data. It runs on the embedded engine and on a cluster, by one process at a
 * time, and again after a crash in its middle; so every statement must be idempotent (IF NOT EXISTS; settings are).
 *
 * A view that must change is dropped and created again: ALTER ... MODIFY QUERY makes the engine forget, from the next restart
 * on, which inserts have reached the view's table, so a replay would double them there.
 */
export interface Migration {
  /** `0001_tables`: the file's name. */
  readonly name: string;
  readonly steps: readonly Step[];
}

export type Step =
  | { readonly kind: 'table'; readonly table: TableDefinition }
  | { readonly kind: 'view'; readonly view: ViewDefinition }
  /** Adds the columns of the table that name this migration. */
  | { readonly kind: 'add-columns'; readonly table: TableDefinition; readonly migration: string }
  | { readonly kind: 'alter'; readonly alter: Alteration }
  | { readonly kind: 'drop-view'; readonly name: string };

/** A materialized view that fills one table from another as rows arrive. Both are on the same shard. */
export interface ViewDefinition {
  readonly name: string;
  readonly from: TableDefinition;
  readonly to: TableDefinition;
  /** The columns of `to`, in order, as expressions over `from`. */
  readonly select: Readonly<Record<string, string>>;
  /** Condition on rows of `from`; all rows if undefined. */
  readonly where?: string;
  readonly groupBy: readonly string[];
}

export interface Alteration {
  readonly table: TableDefinition;
  /** `ADD COLUMN IF NOT EXISTS ...`: applied to the local tables and, for columns, to the distributed table. */
  readonly clause: string;
  readonly changesColumns: boolean;
}
