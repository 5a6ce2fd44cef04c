import type { RuleDefinition } from '../definition/definition.js';
import type { Measured, MeasuredSeries } from './evaluate.js';
import { seriesKey } from './series-memory.js';

/** A series of another rule, as a composite rule sees it. */
export interface ComposedSeries {
  readonly ruleId: string;
  /** Labels of its alert. */
  readonly labels: Readonly<Record<string, string>>;
  /** Whether its alert fires at each evaluated time. */
  readonly isFiring: readonly boolean[];
}

interface Group {
  readonly labels: Record<string, string>;
  readonly firing: readonly Set<string>[];
}

/** The number of rules that have an alert which fires, for each combination of the labels that their alerts have to share. */
export function compose(
  { composite, groupBy }: Pick<RuleDefinition, 'composite' | 'groupBy'>,
  all: readonly ComposedSeries[],
  count: number,
): Measured {
  const found = new Map<string, Group>();
  for (const { ruleId, labels, isFiring } of all) {
    if (!isFiring.includes(true)) continue;
    const shared = Object.fromEntries(groupBy.flatMap((name) => (labels[name] ? [[name, labels[name]]] : [])));
    const key = seriesKey(shared);
    const own = found.get(key) ?? { labels: shared, firing: Array.from({ length: count }, () => new Set<string>()) };
    found.set(key, own);
    for (const [nth, rules] of own.firing.entries()) if (isFiring[nth]) rules.add(ruleId);
  }
  const needed = composite?.operator === 'all' ? composite.ruleIds.length : 1;
  const series = [...found.values()].map(({ labels, firing }): MeasuredSeries => {
    // The condition is 1 or more, so what is too few is 0.
    const figures = firing.map(({ size }) => ({ value: size >= needed ? size : 0, samples: size }));
    return { labels, figures };
  });
  return { series, isTruncated: false, nothing: { value: 0, samples: 0 } };
}
