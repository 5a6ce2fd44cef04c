import type { TimedSpan } from '../span-forest/span-forest.js';

/** A span in whole instants. */
interface Interval {
  readonly from: number;
  readonly to: number;
}

interface Candidate extends Interval {
  readonly id: string;
}

/**
 * A second implementation of the critical path that tries every instant, for traces without cycles and with small whole
 * times: which span owns each instant from `start` to `end`. Uses no order and no links between spans, and recurses.
 */
export function pathByBruteForce(trace: readonly TimedSpan[]): { start: number; end: number; owners: string[] } {
  const raw = (id: string): TimedSpan => trace.find((span) => span.id === id) ?? fail();
  const has = (id: string): boolean => trace.some((span) => span.id === id);
  const roots = trace.filter(({ parent }) => parent === undefined);
  const orphans = trace.filter(({ parent }) => parent !== undefined && !has(parent));
  const adopts = roots.length === 1;
  const tops = adopts ? roots : [...roots, ...orphans];
  const findChildren = (id: string): TimedSpan[] => [
    ...trace.filter(({ parent }) => parent === id),
    ...(adopts && roots[0]?.id === id ? orphans : []),
  ];
  const start = Math.min(...tops.map((span) => Number(span.start)));
  const end = Math.max(...tops.map((span) => Number(span.end)));
  const owners = new Map<number, string>();

  const only = tops.length === 1 ? tops[0] : undefined;
  if (only) fill(only.id, { from: start, to: end });
  else {
    for (let instant = end; instant > start;) {
      const running = tops
        .filter((span) => Number(span.start) < instant && Number(span.end) >= instant)
        .map((span) => ({ id: span.id, from: Number(span.start), to: instant }));
      instant = take(running, instant, '-');
    }
  }
  return { start, end, owners: [...owners].sort(([a], [b]) => a - b).map(([, owner]) => owner) };

  function fill(id: string, { from, to }: Interval): void {
    for (let instant = to; instant > from;) {
      const finished = findChildren(id)
        .filter((child) => !(child.kind === 5 && raw(id).kind === 4 && child.end > raw(id).end))
        .map((child) => ({
          id: child.id,
          from: Math.max(Number(child.start), from),
          to: Math.min(Number(child.end), to),
        }))
        .filter((child) => child.to > child.from && child.to === instant);
      instant = take(finished, instant, id);
    }
  }

  /**
   * Assigns the instants before `instant` to the best candidate, or one of them to the owner if there is no candidate.
   */
  function take(candidates: Candidate[], instant: number, owner: string): number {
    const first = Math.min(...candidates.map(({ from }) => from));
    const [best] = candidates.filter(({ from }) => from === first).sort((a, b) => compare(raw(a.id), raw(b.id)));
    if (!best) {
      owners.set(instant - 1, owner);
      return instant - 1;
    }
    fill(best.id, best);
    return best.from;
  }
}

/** Orders candidates for the same time: the later end as stored, then the earlier start, then the ID. */
function compare(a: TimedSpan, b: TimedSpan): number {
  return Number(b.end - a.end) || Number(a.start - b.start) || (a.id < b.id ? -1 : 1);
}

function fail(): never {
  throw new RangeError('The sweep lost a span.');
}
