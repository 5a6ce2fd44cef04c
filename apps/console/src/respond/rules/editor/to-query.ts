import type { AlertRule, AlertRuleQuery, AlertRuleQueryInputInput } from '../../../gen/api.js';
import { toSignal, uses } from './draft-parts.js';
import type { RuleDraft } from './draft.js';
import { parseList } from './pairs.js';
import { toDraft } from './to-draft.js';

/**
 * The selection of a draft: the fields that the form shows, and those of the stored rule that it hides.
 *
 * @param stored the rule that is changed, if it has the same kind.
 */
export function toQuery(draft: RuleDraft, stored: AlertRule | undefined): AlertRuleQueryInputInput {
  const typed = {
    signal: draft.signal,
    q: draft.q.trim(),
    service: parseList(draft.service),
    environment: parseList(draft.environment),
    level: parseList(draft.level),
    metric_name: draft.metric.trim(),
    event: draft.event.trim(),
    field: draft.field.trim(),
    agg: isSameFigure(draft, stored) ? (stored?.query?.agg ?? '') : draft.agg,
    saved_search_id: draft.savedSearch,
  };
  const shown = Object.entries(typed).filter(
    ([name, value]) => uses(name as keyof typeof typed, draft) && value.length > 0,
  );
  const isNewPattern = draft.kind === 'pattern' && draft.savedSearch === '';
  return {
    ...(isNewPattern && { signal: 'logs' as const }),
    ...(stored?.query && hasSameSignal(draft, stored) && hiddenOf(stored.query, draft)),
    ...(Object.fromEntries(shown) as AlertRuleQueryInputInput),
  };
}

/** Whether a draft selects from the signal of the stored rule. Fields that only some signals have are kept then. */
export function hasSameSignal(draft: RuleDraft, stored: AlertRule): boolean {
  return toSignal(draft) === toSignal(toDraft(stored));
}

/** Whether a draft measures the figure of the stored rule, which may come from its condition or from a default. */
export function isSameFigure(draft: RuleDraft, stored: AlertRule | undefined): boolean {
  if (!stored || !hasSameSignal(draft, stored)) return false;
  const { agg, field, metric } = toDraft(stored);
  return agg === draft.agg && field === draft.field.trim() && metric === draft.metric.trim();
}

/** Parts of a selection that the form can hide without a change of the figure. */
const KEPT = ['signal', 'q', 'service', 'environment', 'level', 'metric_name', 'event'] as const;

function hiddenOf(query: AlertRuleQuery, draft: RuleDraft): AlertRuleQueryInputInput {
  const names = KEPT.filter((name) => !uses(name, draft) && (query[name] ?? '').length > 0);
  return Object.fromEntries(names.map((name) => [name, query[name]]));
}
