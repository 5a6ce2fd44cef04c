import type { AlertRule, AlertRulesCreateRequest } from '../../../gen/api.js';

export const KINDS = [
  ['threshold', 'Threshold of a figure'],
  ['absence', 'Absence of records'],
  ['pattern', 'Pattern of logs'],
  ['new_issue', 'New issue'],
  ['regression', 'Regression of an issue'],
  ['anomaly', 'Anomaly'],
  ['slo', 'SLO burn rate'],
  ['composite', 'Composite of rules'],
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

/** A rule as it is typed; lists are texts with commas or lines. */
export interface RuleDraft {
  readonly name: string;
  readonly severity: (typeof RULE_SEVERITIES)[number];
  readonly kind: Kind;
  readonly signal: (typeof SIGNALS)[number];
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

/** The draft that changes a rule. */
export function toDraft(rule: AlertRule): RuleDraft {
  const { query, condition, slo, composite, notify } = rule;
  return {
    ...EMPTY_RULE,
    name: rule.name,
    severity: oneOf(RULE_SEVERITIES, rule.severity, 'warning'),
    kind: oneOf(
      KINDS.map(([kind]) => kind),
      rule.kind,
      'threshold',
    ),
    signal: oneOf(SIGNALS, query?.signal, 'logs'),
    q: query?.q ?? '',
    service: query?.service.join(', ') ?? '',
    environment: query?.environment.join(', ') ?? '',
    level: query?.level.join(', ') ?? '',
    metric: query?.metric_name ?? '',
    event: query?.event ?? '',
    field: query?.field ?? '',
    agg: oneOf(AGGREGATIONS, query?.agg ?? condition?.reducer, query?.field || query?.metric_name ? 'avg' : 'count'),
    pattern: rule.pattern ?? '',
    groupBy: rule.group_by.join(', '),
    op: oneOf(OPERATORS, condition?.op, 'gt'),
    threshold: toText(condition?.threshold),
    thresholdMax: toText(condition?.threshold_max),
    recovery: toText(condition?.recovery_threshold),
    window: rule.window,
    interval: rule.interval,
    lasting: rule.for,
    objective: slo ? String(Number((slo.objective * 100).toFixed(6))) : EMPTY_RULE.objective,
    good: slo?.good?.q ?? '',
    operator: oneOf(['all', 'any'], composite?.operator, 'all'),
    ruleIds: composite?.rule_ids ?? [],
    labels: formatPairs(rule.labels),
    annotations: formatPairs(rule.annotations),
    channels: notify?.channels ?? [],
    policy: notify?.escalation_policy_id ?? '',
    opensIncident: rule.incident?.auto_create ?? false,
  };
}

/** The draft of an address: those of its fields that a draft has, of the same types. */
export function readDraft(source: string): RuleDraft {
  let given: unknown;
  try {
    given = JSON.parse(source);
  } catch {
    return EMPTY_RULE;
  }
  if (typeof given !== 'object' || given === null) return EMPTY_RULE;
  const texts = Object.entries(EMPTY_RULE).flatMap(([name, value]) => {
    const text: unknown = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' && typeof text === 'string' ? [[name, text]] : [];
  });
  const draft = { ...EMPTY_RULE, ...(Object.fromEntries(texts) as Partial<RuleDraft>) };
  return {
    ...draft,
    severity: oneOf(RULE_SEVERITIES, draft.severity, 'warning'),
    kind: oneOf(
      KINDS.map(([kind]) => kind),
      draft.kind,
      'threshold',
    ),
    signal: oneOf(SIGNALS, draft.signal, 'logs'),
    agg: oneOf(AGGREGATIONS, draft.agg, 'count'),
    op: oneOf(OPERATORS, draft.op, 'gt'),
    operator: oneOf(['all', 'any'], draft.operator, 'all'),
  };
}

/** Names and values, one pair on each line. */
export function parsePairs(source: string): Readonly<Record<string, string>> {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

function formatPairs(pairs: AlertRulesCreateRequest['labels']): string {
  return Object.entries(pairs ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

export function parseList(source: string): readonly string[] {
  const parts = source.split(/[,\n]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

function toText(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function oneOf<T extends string>(values: readonly T[], value: string | undefined, fallback: T): T {
  return values.find((known) => known === value) ?? fallback;
}
