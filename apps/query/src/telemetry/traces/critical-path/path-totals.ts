import { EventLoopYielder } from '@svc/runtime';
import type { PathSegment } from './critical-path.js';

/** The totals of the segments of one service, or of one operation of it. */
export interface PathTotal {
  readonly service: string;
  /** Undefined for a whole service. */
  readonly operation: string | undefined;
  segments: number;
  selfTime: bigint;
}

/** Each list sums with `uncovered` to the duration of the path. Nanoseconds, most time first. */
export interface PathTotals {
  readonly services: readonly PathTotal[];
  readonly operations: readonly PathTotal[];
  /** Time between several roots. */
  readonly uncovered: bigint;
}

export async function pathTotals({ segments }: { readonly segments: readonly PathSegment[] }): Promise<PathTotals> {
  const services = new Map<string, PathTotal>();
  const operations = new Map<string, PathTotal>();
  let uncovered = 0n;
  const yielder = new EventLoopYielder();
  for (const { span, start, end } of segments) {
    if (yielder.isDue()) await yielder.yield();
    if (!span) {
      uncovered += end - start;
      continue;
    }
    const { service, name } = span;
    add(services, service, { service, operation: undefined }, end - start);
    add(operations, JSON.stringify([service, name]), { service, operation: name }, end - start);
  }
  return { services: sorted(services), operations: sorted(operations), uncovered };
}

function add(
  totals: Map<string, PathTotal>,
  key: string,
  group: Pick<PathTotal, 'service' | 'operation'>,
  selfTime: bigint,
): void {
  const total = totals.get(key) ?? { ...group, segments: 0, selfTime: 0n };
  total.segments++;
  total.selfTime += selfTime;
  totals.set(key, total);
}

function sorted(totals: ReadonlyMap<string, PathTotal>): PathTotal[] {
  return [...totals]
    .sort(([a, { selfTime: left }], [b, { selfTime: right }]) =>
      left === right ? (a < b ? -1 : 1) : left > right ? -1 : 1,
    )
    .map(([, total]) => total);
}
