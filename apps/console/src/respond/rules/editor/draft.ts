import type { AGGREGATIONS, Kind, OPERATORS, RULE_SEVERITIES, SIGNALS } from './choices.js';

/** A rule as it is typed; lists are texts with commas or lines. */
export interface RuleDraft {
  readonly name: string;
  readonly severity: (typeof RULE_SEVERITIES)[number];
  readonly kind: Kind;
  /** Empty for anomalies of all signals, and for the signal of the saved search. */
  readonly signal: (typeof SIGNALS)[number] | '';
  /** ID of the saved search that the query narrows; empty without one. */
  readonly savedSearch: string;
  readonly q: string;
  readonly service: string;
  readonly environment: string;
  readonly level: string;
  readonly metric: string;
  readonly event: string;
  readonly field: string;
  readonly agg: (typeof AGGREGATIONS)[number];
  readonly pattern: string;
  readonly groupBy: string;
  readonly op: (typeof OPERATORS)[number];
  readonly threshold: string;
  readonly thresholdMax: string;
  readonly recovery: string;
  readonly window: string;
  readonly interval: string;
  readonly lasting: string;
  readonly objective: string;
  readonly good: string;
  readonly operator: 'all' | 'any';
  readonly ruleIds: readonly string[];
  readonly labels: string;
  readonly annotations: string;
  readonly channels: readonly string[];
  readonly policy: string;
  readonly opensIncident: boolean;
}

export const EMPTY_RULE: RuleDraft = {
  name: '',
  severity: 'warning',
  kind: 'threshold',
  signal: 'logs',
  savedSearch: '',
  q: '',
  service: '',
  environment: '',
  level: '',
  metric: '',
  event: '',
  field: '',
  agg: 'count',
  pattern: '',
  groupBy: '',
  op: 'gt',
  threshold: '10',
  thresholdMax: '',
  recovery: '',
  window: '5m',
  interval: '1m',
  lasting: '0s',
  objective: '99.9',
  good: '',
  operator: 'all',
  ruleIds: [],
  labels: '',
  annotations: '',
  channels: [],
  policy: '',
  opensIncident: false,
};
