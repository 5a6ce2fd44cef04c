import { Durations } from './durations.js';
import type { TargetSpansRow } from './map.query.js';
import { findTarget, type Target } from './targets.js';

/** Calls of one service to one target. */
export interface Use {
  readonly service: string;
  readonly target: Target;
  readonly calls: number;
  readonly errors: number;
  /** Nanoseconds at 0.5 and 0.95. */
  readonly percentiles: readonly [number, number];
}

interface UseTotals {
  readonly service: string;
  readonly target: Target;
  readonly durations: Durations;
  calls: number;
  errors: number;
}

/**
 * The uses of targets by services, from spans grouped by equal target attributes. A host does not count as used if the
 * call was answered.
 */
export function toUses(rows: readonly TargetSpansRow[]): Use[] {
  const uses = new Map<string, UseTotals>();
  for (const row of rows) {
    const target = findTarget(row.kind, new Map(row.told));
    if (!target || (target.type === 'external' && row.is_answered === 1)) continue;
    const key = JSON.stringify([row.service, target]);
    const use = uses.get(key) ?? { service: row.service, target, durations: new Durations(), calls: 0, errors: 0 };
    uses.set(key, use);
    use.calls += row.calls;
    use.errors += row.errors;
    use.durations.add(row.durations[0], row.durations[1].map(Number));
  }
  return [...uses.values()].map(({ durations, ...use }) => ({
    ...use,
    percentiles: [durations.quantile(0.5), durations.quantile(0.95)] as const,
  }));
}
