import { alertLabels, followsEvents, toTiming, type Rule } from '../definition/definition.js';
import { compose } from '../evaluation/compose.js';
import type { Measured } from '../evaluation/evaluate.js';
import { toPlan, type Plan, type Times } from '../evaluation/plan.js';
import type { SeriesMemory } from '../evaluation/series-memory.js';
import { storedMemory, toRule } from '../evaluation/stored-rule.js';
import type { StoredRule } from '../rules.repository.js';
import { measureExternal } from './external-series.js';

/**
 * The plan of any rule: most rules measure telemetry; a composite rule reads the alerts of other rules, and an event
 * rule reads its own events, and a rule for other products what these have sent.
 *
 * @param others the rules that composite rules reference, by ID.
 */
export function toOwnPlan(
  rule: Rule,
  { state, updatedAt }: Pick<StoredRule, 'state' | 'updatedAt'>,
  times: Times,
  others: ReadonlyMap<string, StoredRule>,
): Plan {
  if (rule.kind === 'composite') return withoutQuestions(composed(rule, times, others));
  if (rule.kind === 'external') {
    const sinceMs = Math.max(updatedAt.getTime(), state?.receivedAt?.getTime() ?? 0);
    return withoutQuestions(measureExternal(rule, storedMemory(state), sinceMs, times));
  }
  if (followsEvents(rule.kind)) return withoutQuestions(followed(rule, storedMemory(state), times));
  return toPlan(rule, times);
}

const withoutQuestions = (measured: Measured): Plan => ({ questions: [], read: () => measured });

/** 1 while an event is recent. An anomaly stays until it is resolved, which is an event too. */
function followed(
  { kind, definition }: Rule,
  memory: readonly SeriesMemory[],
  { first, count, stepMs }: Times,
): Measured {
  const { windowMs } = toTiming(definition);
  const series = memory.map(({ labels, seenAt }) => ({
    labels,
    figures: Array.from({ length: count }, (_, nth) => ({
      value: kind === 'anomaly' || first + nth * stepMs - seenAt < windowMs ? 1 : 0,
      samples: 0,
    })),
  }));
  return { series, isTruncated: false, nothing: { value: 0, samples: 0 } };
}

/** Current state of the rules that a composite rule references. */
function composed({ definition }: Rule, { count }: Times, others: ReadonlyMap<string, StoredRule>): Measured {
  const all = (definition.composite?.ruleIds ?? []).flatMap((ruleId) => {
    const other = others.get(ruleId);
    const firing = storedMemory(other?.state ?? null).filter(({ phase }) => phase === 'firing');
    if (!other) return [];
    const rule = toRule(other);
    const isFiring = new Array<boolean>(count).fill(true);
    return firing.map(({ labels }) => ({ ruleId, labels: alertLabels(rule, labels), isFiring }));
  });
  return compose(definition, all, count);
}
