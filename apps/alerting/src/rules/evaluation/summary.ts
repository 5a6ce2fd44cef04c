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

/** A rule of another kind than `external`, which has sentences of its own. */
type Summarized = Pick<Rule, 'kind' | 'definition'>;

/** The facts of a series besides its value. */
export interface SeriesFacts {
  /** The subject of the event in words, where the rule follows events. */
  readonly about?: string | undefined;
  /** The value of the last breach. */
  readonly breachValue?: number | undefined;
}

/** One sentence about a breach: with the value and the threshold, or with the subject of an event. */
export function summarizeBreach(rule: Summarized, value: number | null, { about }: SeriesFacts = {}): string {
  const { kind, definition } = rule;
  switch (kind) {
    case 'absence':
      return `Nothing was received for ${definition.window}.`;
    case 'slo':
      return toBurnRate(value);
    case 'composite':
      return `${round(value ?? 0)} of the rules have an alert that fires.`;
    case 'new_issue':
      return withSubject('A new issue was found', about);
    case 'regression':
      return withSubject('A resolved issue came back', about);
    case 'anomaly':
      return withSubject('An anomaly was found', about);
    case 'threshold':
    case 'pattern':
      return toComparison(rule, value);
    case 'external':
      return '';
  }
}

/** One sentence about a recovery: with the value that it recovered to and the value of the last breach. */
export function summarizeRecovery(rule: Summarized, value: number | null, facts: SeriesFacts = {}): string {
  const { kind, definition } = rule;
  const { about } = facts;
  switch (kind) {
    case 'absence':
      return 'Recovered: records are received again.';
    case 'slo':
      return `Recovered: ${toLowerFirst(toBurnRate(value))}`;
    case 'composite':
      return `Recovered: ${round(value ?? 0)} of the rules have an alert that fires.`;
    case 'new_issue':
      return withSubject(`The issue did not occur again for ${definition.window}`, about);
    case 'regression':
      return withSubject(`The issue did not come back again for ${definition.window}`, about);
    case 'anomaly':
      return withSubject('The anomaly has ended', about);
    case 'threshold':
    case 'pattern':
      return `Recovered: ${toLowerFirst(toComparison(rule, value, facts.breachValue))}`;
    case 'external':
      return '';
  }
}

function toBurnRate(value: number | null): string {
  if (value === null) return 'There are no events that the objective counts.';
  return `The error budget is used ${round(value)} times as fast as the fastest rate that is allowed.`;
}

function toComparison({ kind, definition }: Summarized, value: number | null, breachValue?: number): string {
  const { window, condition, query } = definition;
  const aggregate = toAggregate({ kind, definition });
  const of = query?.metricName || query?.field || query?.event || query?.signal || 'records';
  if (value === null) return `The ${aggregate} of ${of} has no data over ${window}.`;
  const bounds = [condition?.threshold, condition?.thresholdMax].filter((bound) => typeof bound === 'number');
  const threshold = `${OPERATORS[condition?.op ?? 'gte']} ${bounds.map(round).join(' and ')}`;
  const before = breachValue === undefined ? '' : ` and was ${round(breachValue)} at the last breach`;
  return `The ${aggregate} of ${of} is ${round(value)} over ${window}${before}; the rule asks for ${threshold}.`;
}

function withSubject(clause: string, about: string | undefined): string {
  if (about === undefined) return `${clause}.`;
  return `${clause}: ${about}${/[.!?]$/.test(about) ? '' : '.'}`;
}

const toLowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Four digits tell a value from its threshold well enough. */
const round = (value: number): string => String(Number(value.toPrecision(4)));
