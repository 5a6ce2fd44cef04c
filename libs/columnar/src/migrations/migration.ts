import type { TableDefinition } from '../schema/tables.js';

export type Dialect = 'embedded' | 'cluster';

/**
 * One migration is one file that exports statements as data. It runs on the embedded engine and on a cluster, at any time by
 * several processes at once, and again after a crash in its middle; so every statement must be idempotent (IF NOT EXISTS).
 */
export interface Migration {
  /** `0001_telemetry`: the file's name. */
  readonly name: string;
  readonly steps: readonly Step[];
}

export type Step =
  | { readonly kind: 'table'; readonly table: TableDefinition }
  | { readonly kind: 'view'; readonly view: ViewDefinition }
  | { readonly kind: 'alter'; readonly alter: Alteration }
  | { readonly kind: 'fill'; readonly fill: Fill }
  /** Another query under the name of a view that is there. */
  | { readonly kind: 'redefine'; readonly view: ViewDefinition }
  | { readonly kind: 'drop-view'; readonly name: string };

/** A materialized view that fills one table from another as rows arrive. Both lie on the same shard. */
export interface ViewDefinition {
  readonly name: string;
  readonly from: TableDefinition;
  readonly to: TableDefinition;
  /** The columns of `to`, in order, as expressions over `from`. */
  readonly select: Readonly<Record<string, string>>;
  /** Which rows of `from`; all when absent. */
  readonly where?: string;
  readonly groupBy: readonly string[];
}

/** What a new table takes over from another, once: a repetition is recognised by its token. Comes before the view that goes on. */
export interface Fill {
  readonly from: TableDefinition;
  readonly to: TableDefinition;
  /** Columns of `to`, as expressions over `from`. */
  readonly select: Readonly<Record<string, string>>;
  readonly groupBy: readonly string[];
}

export interface Alteration {
  readonly table: TableDefinition;
  /** `ADD COLUMN IF NOT EXISTS ...`: applied to the local tables and, for columns, to the distributed one. */
  readonly clause: string;
  readonly changesColumns: boolean;
}
