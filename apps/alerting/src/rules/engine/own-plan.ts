import { alertLabels, followsEvents, toTiming, type Rule } from '../definition/definition.js';
import type { Measured, MeasuredSeries } from '../evaluation/evaluate.js';
import { toPlan, type Plan, type Times } from '../evaluation/plan.js';
import { seriesKey, type SeriesMemory } from '../evaluation/series-memory.js';
import type { StoredRule } from '../rules.repository.js';
import { storedMemory, toRule } from '../stored-rule.js';

/**
 * The plan of any rule: most measure telemetry; a composite rule looks at the alerts of other rules, and what follows events at its own.
 *
 * @param others the rules that composite rules look at, by ID.
 */
export function toOwnPlan(
  rule: Rule,
  { state }: Pick<StoredRule, 'state'>,
  times: Times,
  others: ReadonlyMap<string, StoredRule>,
): Plan {
  if (rule.kind === 'composite') return withoutQuestions(composed(rule, times, others));
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

/** The number of rules that have an alert which fires, for each combination of the labels that their alerts have to share. */
function composed({ definition }: Rule, { count }: Times, others: ReadonlyMap<string, StoredRule>): Measured {
  const { composite, groupBy } = definition;
  const found = new Map<string, { readonly labels: Record<string, string>; readonly rules: Set<string> }>();
  for (const id of composite?.ruleIds ?? []) {
    const other = others.get(id);
    for (const series of storedMemory(other?.state ?? null)) {
      if (!other || series.phase !== 'firing') continue;
      const labels = alertLabels(toRule(other), series.labels);
      const shared = Object.fromEntries(groupBy.flatMap((name) => (labels[name] ? [[name, labels[name]]] : [])));
      const key = seriesKey(shared);
      const own = found.get(key) ?? { labels: shared, rules: new Set() };
      found.set(key, own);
      own.rules.add(id);
    }
  }
  const needed = composite?.operator === 'all' ? composite.ruleIds.length : 1;
  const series = [...found.values()].map(({ labels, rules }): MeasuredSeries => {
    // The condition is 1 or more, so what is too few is 0.
    const value = rules.size >= needed ? rules.size : 0;
    return { labels, figures: Array.from({ length: count }, () => ({ value, samples: rules.size })) };
  });
  return { series, isTruncated: false, nothing: { value: 0, samples: 0 } };
}
