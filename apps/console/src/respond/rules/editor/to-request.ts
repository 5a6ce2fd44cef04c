import type { AlertRule, AlertRuleQueryInputInput, AlertRulesCreateRequest } from '../../../gen/api.js';
import { parseList, parsePairs, type RuleDraft } from './draft.js';

/** Kinds that measure records, and may distinguish series. */
const MEASURING: ReadonlySet<string> = new Set(['threshold', 'absence', 'pattern', 'slo']);

/** Whether a field of the form belongs to this kind of rule. */
export function uses(
  field: 'q' | 'query' | 'figure' | 'condition' | 'window' | 'group',
  { kind, signal }: Pick<RuleDraft, 'kind' | 'signal'>,
): boolean {
  switch (field) {
    case 'q':
      return MEASURING.has(kind) && signal !== 'metrics';
    case 'query':
      return kind !== 'composite';
    case 'figure':
      return kind === 'threshold';
    case 'condition':
      return kind === 'threshold' || kind === 'pattern';
    case 'window':
      return kind !== 'slo' && kind !== 'composite' && kind !== 'anomaly';
    case 'group':
      return MEASURING.has(kind) || kind === 'composite';
  }
}

/** The first reason why a draft is no rule yet; undefined if it can be sent. */
export function findFault(draft: RuleDraft): string | undefined {
  const { kind, op, ruleIds } = draft;
  if (draft.name.trim() === '') return 'Type a name.';
  if (uses('condition', draft)) {
    if (!isNumber(draft.threshold)) return 'The threshold has to be a number.';
    if ((op === 'between' || op === 'outside') && !isNumber(draft.thresholdMax))
      return 'The upper bound has to be a number.';
    if (draft.recovery.trim() !== '' && !isNumber(draft.recovery)) return 'The recovery has to be a number.';
  }
  if (kind === 'pattern' && draft.pattern.trim() === '') return 'Type the pattern.';
  if (kind === 'slo' && !isNumber(draft.objective)) return 'The objective has to be a number.';
  if (kind === 'slo' && draft.good.trim() === '') return 'Type the query of good events.';
  if (kind === 'composite' && ruleIds.length < 2) return 'Choose at least two rules.';
  if (kind === 'threshold' && draft.signal === 'metrics' && draft.metric.trim() === '') return 'Type the metric.';
  return undefined;
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

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
