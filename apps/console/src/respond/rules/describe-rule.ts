import type { AlertRule } from '../../gen/api.js';

type Described = Pick<
  AlertRule,
  | 'kind'
  | 'query'
  | 'group_by'
  | 'window'
  | 'interval'
  | 'for'
  | 'condition'
  | 'slo'
  | 'composite'
  | 'pattern'
  | 'external'
>;

export const COMPARISONS: Readonly<Record<string, string>> = {
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  eq: 'exactly',
  neq: 'anything but',
  between: 'between',
  outside: 'outside of',
};

/** Describes in sentences the figure that a rule measures, and the condition under which it fires. */
export function describeRule(rule: Described): string {
  const { kind, window, interval, for: lasting, group_by: fields } = rule;
  const each = fields.length === 0 ? '' : ` for each ${fields.join(' and ')}`;
  const cause = describeCause(rule);
  const delay = lasting === '0s' || lasting === '' ? '' : ` for ${lasting}`;
  const span = WITHOUT_WINDOW.has(kind) || window === '' ? '' : ` over ${window}`;
  const rhythm = interval === '' ? '' : ` It is evaluated every ${interval}.`;
  return `Fires when ${cause}${span}${each}${delay}.${rhythm}`;
}

/** Kinds whose rules look at no window. */
const WITHOUT_WINDOW: ReadonlySet<string> = new Set(['slo', 'composite', 'external']);

function describeCause({ kind, condition, slo, composite, pattern, query, external }: Described): string {
  const figure = describeFigure(query, condition?.reducer);
  switch (kind) {
    case 'absence':
      return `there are no ${describeRecords(query)}`;
    case 'slo':
      return `the error budget of the objective ${formatShare(slo?.objective ?? 0)} of ${describeRecords(query)} burns too fast`;
    case 'composite':
      return `${composite?.operator === 'all' ? 'all' : 'any'} of ${composite?.rule_ids.length ?? 0} other rules fire`;
    case 'new_issue':
      return 'a new issue occurs';
    case 'regression':
      return 'a resolved issue comes back';
    case 'anomaly':
      return `an anomaly of ${query?.signal ?? 'any signal'} is found`;
    case 'external':
      return `${external?.sources.length ? external.sources.join(' or ').replaceAll('_', ' ') : 'another product'} sends an alert`;
    case 'pattern':
      return `the count of logs like “${pattern ?? ''}” is ${describeCondition(condition)}`;
    default:
      return `the ${figure} is ${describeCondition(condition)}`;
  }
}

function describeFigure(query: Described['query'], reducer: string | undefined): string {
  const aggregation = query?.agg ?? reducer ?? (query?.field || query?.metric_name ? 'avg' : 'count');
  const field = query?.field ? ` of ${query.field}` : '';
  return `${aggregation.replaceAll('_', ' ')}${field} of ${describeRecords(query)}`;
}

function describeRecords(query: Described['query']): string {
  if (!query) return 'records';
  const { signal = 'records', q, service, environment, level, metric_name: metric, event } = query;
  const parts = [
    metric !== '' ? `the metric ${metric}` : event !== '' ? `the event ${event}` : signal.replaceAll('_', ' '),
    q !== '' && `matching “${q}”`,
    service.length > 0 && `of ${service.join(' or ')}`,
    environment.length > 0 && `in ${environment.join(' or ')}`,
    level.length > 0 && `with the level ${level.join(' or ')}`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}

/** The condition in words, such as `more than 5`. */
export function describeCondition(condition: AlertRule['condition']): string {
  if (!condition) return 'in breach';
  const { op, threshold, threshold_max: max, recovery_threshold: recovery } = condition;
  const bounds = max === undefined ? String(threshold) : `${threshold} and ${max}`;
  const back = recovery === undefined ? '' : ` (it recovers at ${recovery})`;
  return `${COMPARISONS[op] ?? op} ${bounds}${back}`;
}

function formatShare(share: number): string {
  return `${Number((share * 100).toFixed(3))} %`;
}

type Receivers = Pick<AlertRule, 'notify' | 'warnings'>;

/** Whether a rule names nobody and no channel subscribes to its events, as its warnings say. */
export function hasNoReceiver({ notify, warnings }: Receivers): boolean {
  const isEmpty = (notify?.channels.length ?? 0) === 0 && (notify?.escalation_policy_id ?? '') === '';
  return isEmpty && warnings.length > 0;
}

/** The receivers that a rule names, in a few words. */
export function describeReceivers({ notify }: Pick<AlertRule, 'notify'>): string {
  const count = notify?.channels.length ?? 0;
  const parts = [
    count > 0 && (count === 1 ? '1 channel' : `${count} channels`),
    (notify?.escalation_policy_id ?? '') !== '' && 'escalation',
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'subscribers' : parts.join(', ');
}
