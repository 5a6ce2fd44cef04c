import type { PathFact, PathPart } from '../facts/path-facts.js';

/** Milliseconds that each operation spends on the critical path, by `service: operation`. */
export type PathTimes = Readonly<Record<string, number>>;

/** Critical paths of traces that begin with an operation, each time spread by a tenth. */
export function pathFacts(
  { root = 'web: GET /', isAbnormal, count }: { root?: string; isAbnormal: boolean; count: number },
  times: PathTimes,
  random: () => number = () => 0.5,
): PathFact[] {
  return Array.from({ length: count }, (_, index): PathFact => {
    const parts = Object.entries(times).map(([place, ms]): PathPart => ({
      ...placeOf(place),
      selfMs: ms * (0.95 + 0.1 * random()),
    }));
    const traceId = `${isAbnormal ? 'b' : 'a'}${String(index).padStart(31, '0')}`;
    const durationMs = parts.reduce((sum, { selfMs }) => sum + selfMs, 0);
    return { traceId, isAbnormal, ...placeOf(root), durationMs, parts };
  });
}

function placeOf(place: string): { service: string; operation: string } {
  const [service = '', operation = ''] = place.split(': ');
  return { service, operation };
}
