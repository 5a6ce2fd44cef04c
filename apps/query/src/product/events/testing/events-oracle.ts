import type { MadeEvent } from './many-events.js';

/** A second implementation of trends, funnels and retention: over events in memory, one person at a time. */

/** Totals by series: of events, or of persons. */
export function countTrend(
  events: Iterable<MadeEvent>,
  toKey: (event: MadeEvent) => string | undefined,
  measure: 'count' | 'unique_persons',
): Map<string, number> {
  const people = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const event of events) {
    const key = toKey(event);
    if (key === undefined) continue;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const seen = people.get(key);
    if (seen) seen.add(event.person);
    else people.set(key, new Set([event.person]));
  }
  return measure === 'count' ? counts : new Map([...people].map(([key, seen]) => [key, seen.size]));
}

export interface CountedStep {
  readonly count: number;
  readonly medianFromStartMs: number | undefined;
  readonly medianFromPreviousMs: number | undefined;
}

/** Tries every pair of events of a person, so that it cannot share a mistake with the optimized statement. */
export function countFunnel(
  people: ReadonlyMap<string, readonly MadeEvent[]>,
  steps: readonly ((event: MadeEvent) => boolean)[],
  windowMs: number,
): CountedStep[] {
  const fromStart: number[][] = steps.map(() => []);
  const fromPrevious: number[][] = steps.map(() => []);
  for (const events of people.values()) {
    let chains = events.filter(steps[0] ?? (() => false)).map(({ ms }) => ({ startMs: ms, ms, previousMs: ms }));
    for (const [index, isStep] of steps.entries()) {
      if (index > 0) chains = events.filter(isStep).flatMap(({ ms }) => longer(chains, ms, windowMs));
      const earliest = Math.min(...chains.map(({ ms }) => ms));
      const reached = best(chains.filter(({ ms }) => ms === earliest));
      if (!reached) break;
      fromStart[index]?.push(reached.ms - reached.startMs);
      fromPrevious[index]?.push(reached.ms - reached.previousMs);
    }
  }
  return steps.map((_, index) => ({
    count: fromStart[index]?.length ?? 0,
    medianFromStartMs: index === 0 ? undefined : median(fromStart[index] ?? []),
    medianFromPreviousMs: index === 0 ? undefined : median(fromPrevious[index] ?? []),
  }));
}

interface Chain {
  readonly startMs: number;
  readonly ms: number;
  readonly previousMs: number;
}

/** The best chain that ends at a time: from the latest start, and then by the earliest previous event. */
function longer(chains: readonly Chain[], ms: number, windowMs: number): Chain[] {
  const before = best(chains.filter((chain) => chain.ms < ms));
  return before && ms - before.startMs <= windowMs ? [{ startMs: before.startMs, ms, previousMs: before.ms }] : [];
}

function best(chains: readonly Chain[]): Chain | undefined {
  return chains.toSorted((a, b) => b.startMs - a.startMs || a.ms - b.ms)[0];
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** Persons by `cohort period`, and by `cohort` alone. */
export function countRetention(
  people: ReadonlyMap<string, readonly MadeEvent[]>,
  isStart: (event: MadeEvent) => boolean,
  isReturn: (event: MadeEvent) => boolean,
  toPeriod: (ms: number) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const events of people.values()) {
    const firstMs = Math.min(...events.filter(isStart).map(({ ms }) => ms));
    if (firstMs === Infinity) continue;
    add(toPeriod(firstMs));
    const returned = events.filter((event) => isReturn(event) && event.ms >= firstMs).map(({ ms }) => toPeriod(ms));
    for (const period of new Set(returned)) add(`${toPeriod(firstMs)} ${period}`);
  }
  return counts;
}
