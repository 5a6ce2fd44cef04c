export const KINDS = [
  ['threshold', 'Threshold of a figure'],
  ['absence', 'Absence of records'],
  ['pattern', 'Pattern of logs'],
  ['new_issue', 'New issue'],
  ['regression', 'Regression of an issue'],
  ['anomaly', 'Anomaly'],
  ['slo', 'SLO burn rate'],
  ['composite', 'Composite of rules'],
  ['external', 'Alerts of other products'],
] as const;
export type Kind = (typeof KINDS)[number][0];

export const SIGNALS = ['logs', 'traces', 'errors', 'metrics', 'events', 'agent_runs'] as const;
export const AGGREGATIONS = [
  'count',
  'rate',
  'error_ratio',
  'sum',
  'avg',
  'min',
  'max',
  'last',
  'p50',
  'p90',
  'p95',
  'p99',
  'unique',
] as const;
export const OPERATORS = ['gt', 'gte', 'lt', 'lte', 'eq', 'neq', 'between', 'outside'] as const;
export const RULE_SEVERITIES = ['critical', 'warning', 'info'] as const;

/** The value if it is one of those that the form has. */
export function oneOf<T extends string>(values: readonly T[], value: string | undefined, fallback: T): T {
  return values.find((known) => known === value) ?? fallback;
}
