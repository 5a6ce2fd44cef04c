import type { AlertRule } from '../../../gen/api.js';
import { AGGREGATIONS, KINDS, oneOf, OPERATORS, RULE_SEVERITIES, SIGNALS } from './choices.js';
import { EMPTY_RULE, type RuleDraft } from './draft.js';
import { formatPairs } from './pairs.js';

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
    signal: query?.signal === undefined ? '' : oneOf(SIGNALS, query.signal, 'logs'),
    savedSearch: query?.saved_search_id ?? '',
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

function toText(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
