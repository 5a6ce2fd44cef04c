import type { AlertRule, AlertRuleQueryInputInput, AlertRulesCreateRequest } from '../../../gen/api.js';
import { uses } from './draft-parts.js';
import type { RuleDraft } from './draft.js';
import { parseList, parsePairs } from './pairs.js';

/**
 * The rule of a draft.
 *
 * @param base the rule that the draft changes; what the form does not show stays as it is.
 */
export function toRequest(draft: RuleDraft, base?: AlertRule): AlertRulesCreateRequest {
  const { kind } = draft;
  const isSameKind = base?.kind === kind;
  return {
    ...(base && keep(base, isSameKind)),
    name: draft.name.trim(),
    severity: draft.severity,
    kind,
    interval: draft.interval.trim(),
    for: draft.lasting.trim(),
    labels: parsePairs(draft.labels),
    annotations: parsePairs(draft.annotations),
    notify: { ...base?.notify, channels: draft.channels, escalation_policy_id: draft.policy },
    incident: { ...base?.incident, auto_create: draft.opensIncident },
    ...(uses('query', draft) && { query: toQuery(draft, base) }),
    ...(uses('window', draft) && { window: draft.window.trim() }),
    ...(uses('group', draft) && { group_by: parseList(draft.groupBy) }),
    ...(uses('condition', draft) && { condition: toCondition(draft, isSameKind ? base : undefined) }),
    ...(kind === 'pattern' && { pattern: draft.pattern }),
    ...(kind === 'slo' && { slo: { objective: toShare(draft.objective), good: { q: draft.good.trim() } } }),
    ...(kind === 'composite' && { composite: { operator: draft.operator, rule_ids: draft.ruleIds } }),
  } as AlertRulesCreateRequest;
}

function toShare(percent: string): number {
  return Number((Number(percent) / 100).toFixed(8));
}

/** The fields that the form does not show. Those of another kind of rule would be refused. */
function keep(base: AlertRule, isSameKind: boolean): object {
  const { enabled, investigate, max_groups, eval_delay, match, consecutive, keep_firing_for, min_samples, no_data } =
    base;
  const always = { enabled, investigate };
  if (!isSameKind) return always;
  return {
    ...always,
    max_groups,
    eval_delay,
    consecutive,
    keep_firing_for,
    min_samples,
    no_data,
    ...(match !== '' && { match }),
  };
}

function toQuery(draft: RuleDraft, base: AlertRule | undefined): AlertRuleQueryInputInput {
  const { kind, signal } = draft;
  const service = parseList(draft.service);
  const environment = parseList(draft.environment);
  const level = parseList(draft.level);
  const followed = { ...(service.length > 0 && { service }), ...(environment.length > 0 && { environment }) };
  if (kind === 'new_issue' || kind === 'regression') return followed;
  if (kind === 'anomaly') return { signal, ...(service.length > 0 && { service }) };
  const hasLevels = signal === 'logs' || signal === 'errors';
  const saved = base?.query?.saved_search_id;
  return {
    signal: kind === 'pattern' ? 'logs' : signal,
    ...followed,
    ...(draft.q.trim() !== '' && { q: draft.q.trim() }),
    ...(hasLevels && level.length > 0 && { level }),
    ...(signal === 'metrics' && { metric_name: draft.metric.trim() }),
    ...(signal === 'events' && draft.event.trim() !== '' && { event: draft.event.trim() }),
    ...(uses('figure', draft) && { agg: draft.agg, ...(draft.field.trim() !== '' && { field: draft.field.trim() }) }),
    ...(saved !== undefined && saved !== '' && base?.query?.q === draft.q && { saved_search_id: saved }),
  };
}

function toCondition(draft: RuleDraft, base: AlertRule | undefined): object {
  const { op, threshold, thresholdMax, recovery } = draft;
  const hasBounds = op === 'between' || op === 'outside';
  const reducer = base?.query?.agg === draft.agg ? base.condition?.reducer : undefined;
  return {
    ...(reducer !== undefined && { reducer }),
    op,
    threshold: Number(threshold),
    ...(hasBounds && { threshold_max: Number(thresholdMax) }),
    ...(!hasBounds && recovery.trim() !== '' && { recovery_threshold: Number(recovery) }),
  };
}
