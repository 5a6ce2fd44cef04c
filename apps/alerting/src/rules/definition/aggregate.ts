import type { Rule } from './definition.js';

/** Aggregation of a rule: from its query, from its condition, or the default of its kind. */
export function toAggregate({ kind, definition }: Pick<Rule, 'kind' | 'definition'>): string {
  if (kind === 'absence' || kind === 'pattern') return 'count';
  const { query, condition } = definition;
  const isOfRecords = query?.metricName === '' && query.field === '';
  return query?.agg || condition?.reducer || (isOfRecords ? 'count' : 'avg');
}
