import type { WrittenRow } from '@svc/otlp/native';
import { NANOSECONDS_PER_SECOND } from '@svc/reading/time';
import type { LLM_FIGURES } from '@svc/tables';
import type { StepFiguresRow } from './step-figures.query.js';
import type { StoredKeyRow } from './stored-figures.query.js';

type FigureRow = WrittenRow<typeof LLM_FIGURES>;

/** The columns that all rows of one count of a period share. */
export type CountOwner = Pick<FigureRow, 'project_number' | 'span_hours' | 'hour' | 'version'>;

export function toFigureRow(row: StepFiguresRow, owner: CountOwner, retentionDays: number): FigureRow {
  return {
    ...owner,
    retention_days: retentionDays,
    ...toKey(row),
    is_deleted: 0,
    steps: BigInt(row.steps),
    calls: BigInt(row.calls),
    errors: BigInt(row.errors),
    priced: BigInt(row.priced),
    cost: BigInt(row.cost_units),
    input_tokens: BigInt(row.input_tokens),
    output_tokens: BigInt(row.output_tokens),
    usage: Object.fromEntries(Object.entries(row.used).map(([bucket, count]) => [bucket, BigInt(count)])),
    latency_buckets: row.latencies[0],
    latency_counts: row.latencies[1].map(BigInt),
    first_token_buckets: row.first_tokens[0],
    first_token_counts: row.first_tokens[1].map(BigInt),
  };
}

/** The row that deletes one whose key no step has any more. */
export function deletedFigureRow(row: StoredKeyRow, owner: CountOwner): FigureRow {
  return {
    ...owner,
    retention_days: row.retention_days,
    ...toKey(row),
    is_deleted: 1,
    steps: 0n,
    calls: 0n,
    errors: 0n,
    priced: 0n,
    cost: 0n,
    input_tokens: 0n,
    output_tokens: 0n,
    usage: {},
    latency_buckets: [],
    latency_counts: [],
    first_token_buckets: [],
    first_token_counts: [],
  };
}

type KeyColumns = Pick<StoredKeyRow, (typeof KEY)[number]>;
const KEY = ['provider', 'model', 'agent_name', 'environment', 'price_id', 'tier_above', 'is_unpriced'] as const;

const toKey = ({ tier_above, ...row }: KeyColumns) => ({
  provider: row.provider,
  model: row.model,
  agent_name: row.agent_name,
  environment: row.environment,
  price_id: row.price_id,
  tier_above: BigInt(tier_above),
  is_unpriced: row.is_unpriced,
});

/** Identifies a row of a period. */
export const keyOf = (row: KeyColumns): string => JSON.stringify(KEY.map((name) => row[name]));

/** A start in nanoseconds as a column of whole seconds has it. */
export const toWholeSeconds = (time: bigint): number => Number(time / NANOSECONDS_PER_SECOND);
