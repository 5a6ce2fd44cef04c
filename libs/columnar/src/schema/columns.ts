/** A column of a table, in the engine's own words. */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly codec?: string;
  /** Not part of the blocks that ingestion writes: the engine computes it. */
  readonly computed?: string;
}

export const column = (name: string, type: string, codec = 'ZSTD(1)'): ColumnDefinition => ({ name, type, codec });

export const NAME = 'LowCardinality(String)';
export const TIME = 'DateTime64(9)';
/** Adds up when rows merge. */
export const TOTAL = 'SimpleAggregateFunction(sum, UInt64)';
export const ESTIMATE = 'SimpleAggregateFunction(sum, Float64)';

export const PROJECT = column('project_number', 'UInt32');
export const OWNER = [PROJECT, column('retention_days', 'UInt16')];
