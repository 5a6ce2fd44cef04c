import type { Rule } from './definition.js';

/** How a rule aggregates: as its query says, or its condition, or as is usual for what it selects. */
export function toAggregate({ kind, definition }: Pick<Rule, 'kind' | 'definition'>): string {
  if (kind === 'absence' || kind === 'pattern') return 'count';
  const { query, condition } = definition;
  const isOfRecords = query?.metricName === '' && query.field === '';
  return query?.agg || condition?.reducer || (isOfRecords ? 'count' : 'avg');
}
