import { toAggregate } from '../definition/aggregate.js';
import type { Rule } from '../definition/definition.js';

const OPERATORS = {
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  eq: 'exactly',
  neq: 'other than',
  between: 'between',
  outside: 'outside of',
} as const;

/** One sentence with the value and the threshold. */
export function summarize({ kind, definition }: Pick<Rule, 'kind' | 'definition'>, value: number | null): string {
  const { window, condition, query } = definition;
  switch (kind) {
    case 'absence':
      return `Nothing was received for ${window}.`;
    case 'slo':
      return value === null
        ? 'There are no events that the objective counts.'
        : `The error budget is used ${round(value)} times as fast as the fastest rate that is allowed.`;
    case 'composite':
      return `${round(value ?? 0)} of the rules have an alert that fires.`;
    case 'new_issue':
      return 'A new issue was found.';
    case 'regression':
      return 'A resolved issue came back.';
    case 'anomaly':
      return 'Something is unusual.';
    case 'threshold':
    case 'pattern':
      break;
  }
  const aggregate = toAggregate({ kind, definition });
  const of = query?.metricName || query?.field || query?.event || query?.signal || 'records';
  if (value === null) return `The ${aggregate} of ${of} has no data over ${window}.`;
  const bounds = [condition?.threshold, condition?.thresholdMax].filter((bound) => typeof bound === 'number');
  const threshold = `${OPERATORS[condition?.op ?? 'gte']} ${bounds.map(round).join(' and ')}`;
  return `The ${aggregate} of ${of} is ${round(value)} over ${window}; the rule asks for ${threshold}.`;
}

/** Four digits tell a value from its threshold well enough. */
const round = (value: number): string => String(Number(value.toPrecision(4)));
