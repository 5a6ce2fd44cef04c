import type { Sides } from '../../facts/facts.js';
import type { PathFact } from '../../facts/path-facts.js';
import { quantile } from '../../statistics/quantiles.js';
import type { Turns } from '../../turns.js';

export interface ComparedPart {
  readonly service: string;
  readonly operation: string;
  readonly selfMs: Sides<number>;
  /** The part of all added time that this operation adds, from 0 to 1. */
  readonly share: number;
}

/** The most parts of a comparison. Further ones add the least time. */
export const MAX_PARTS = 100;

/** The times of an operation in the traces of either side that lead through it. */
interface Times {
  readonly service: string;
  readonly operation: string;
  readonly normal: number[];
  readonly abnormal: number[];
}

/**
 * Medians of the time that each operation is responsible for on the critical paths of either side, the operation that adds most time first.
 * Operations in under half of the traces of both sides are left out: either median is 0. Names with IDs in them make thousands of those.
 */
export async function compareParts(
  normal: readonly PathFact[],
  abnormal: readonly PathFact[],
  turns: Turns,
): Promise<ComparedPart[]> {
  const parts = [];
  for (const times of await timesOf({ normal, abnormal }, turns)) {
    if (2 * times.normal.length < normal.length && 2 * times.abnormal.length < abnormal.length) continue;
    const { service, operation } = times;
    const selfMs = {
      normal: medianOfAll(times.normal, normal.length),
      abnormal: medianOfAll(times.abnormal, abnormal.length),
    };
    parts.push({ service, operation, selfMs, added: selfMs.abnormal - selfMs.normal });
    if (turns.isDue()) await turns.yield();
  }
  const slowdown = parts.reduce((sum, { added }) => sum + Math.max(added, 0), 0);
  return parts
    .sort((a, b) => b.added - a.added || compare(a.service, b.service) || compare(a.operation, b.operation))
    .slice(0, MAX_PARTS)
    .map(({ service, operation, selfMs, added }) => {
      return { service, operation, selfMs, share: slowdown === 0 ? 0 : Math.max(added, 0) / slowdown };
    });
}

async function timesOf(sides: Sides<readonly PathFact[]>, turns: Turns): Promise<Times[]> {
  const byService = new Map<string, Map<string, Times>>();
  const found: Times[] = [];
  for (const side of ['normal', 'abnormal'] as const) {
    for (const { parts } of sides[side]) {
      for (const { service, operation, selfMs } of parts) {
        let ofService = byService.get(service);
        if (!ofService) byService.set(service, (ofService = new Map<string, Times>()));
        let times = ofService.get(operation);
        if (!times) {
          times = { service, operation, normal: [], abnormal: [] };
          ofService.set(operation, times);
          found.push(times);
        }
        times[side].push(selfMs);
      }
      if (turns.isDue()) await turns.yield();
    }
  }
  return found;
}

/** The median of all traces: those whose path does not lead through an operation spend no time in it. */
function medianOfAll(times: readonly number[], traces: number): number {
  if (2 * times.length < traces) return 0;
  const all = new Float64Array(Math.max(traces, times.length));
  all.set(times);
  return quantile(all.sort(), 0.5);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
