import type { AlertRule, AlertRulesCreateRequest } from '../../../gen/api.js';
import { uses } from './draft-parts.js';
import type { RuleDraft } from './draft.js';
import { parseList, parsePairs } from './pairs.js';
import { toBody } from './to-body.js';
import { hasSameSignal, isSameFigure, toQuery } from './to-query.js';

/**
 * The rule of a draft.
 *
 * @param base the rule that the draft changes; what the form does not show stays as it is.
 */
export function toRequest(draft: RuleDraft, base?: AlertRule): AlertRulesCreateRequest {
  const { kind } = draft;
  // Fields of another kind of rule would be refused.
  const stored = base?.kind === kind ? base : undefined;
  return {
    ...(stored ? toBody(stored) : base && { enabled: base.enabled, investigate: base.investigate }),
    name: draft.name.trim(),
    severity: draft.severity,
    kind,
    interval: draft.interval.trim(),
    for: draft.lasting.trim(),
    labels: parsePairs(draft.labels),
    annotations: parsePairs(draft.annotations),
    notify: { ...base?.notify, channels: draft.channels, escalation_policy_id: draft.policy },
    incident: { ...base?.incident, auto_create: draft.opensIncident },
    ...(uses('query', draft) && { query: toQuery(draft, stored) }),
    ...(uses('window', draft) && { window: draft.window.trim() }),
    ...(uses('group', draft) && { group_by: parseList(draft.groupBy) }),
    ...(uses('condition', draft) && { condition: toCondition(draft, stored) }),
    ...(kind === 'pattern' && { pattern: draft.pattern }),
    ...(kind === 'slo' && { slo: toSlo(draft, stored) }),
    ...(kind === 'composite' && { composite: { operator: draft.operator, rule_ids: draft.ruleIds } }),
  } as AlertRulesCreateRequest;
}

function toSlo(draft: RuleDraft, stored: AlertRule | undefined): object {
  const others = stored && hasSameSignal(draft, stored) ? stored.slo?.good : undefined;
  return { objective: toShare(draft.objective), good: { ...others, q: draft.good.trim() } };
}

function toShare(percent: string): number {
  return Number((Number(percent) / 100).toFixed(8));
}

function toCondition(draft: RuleDraft, stored: AlertRule | undefined): object {
  const { op, threshold, thresholdMax, recovery } = draft;
  const hasBounds = op === 'between' || op === 'outside';
  const reducer = isSameFigure(draft, stored) ? stored?.condition?.reducer : undefined;
  return {
    ...(reducer !== undefined && { reducer }),
    op,
    threshold: Number(threshold),
    ...(hasBounds && { threshold_max: Number(thresholdMax) }),
    ...(!hasBounds && recovery.trim() !== '' && { recovery_threshold: Number(recovery) }),
  };
}
