import { toDuration, toName, toServiceName, type TraceTree } from '../model/trace-tree.js';

/** The spans of one trace that a row sums, in nanoseconds. */
export interface Side {
  readonly count: number;
  readonly totalNs: number;
  readonly selfNs: number;
}

/** Spans with the same services and names from the root down to themselves. */
export interface ComparedPath {
  readonly service: string;
  readonly name: string;
  readonly depth: number;
  /** Row of the path above; -1 for a root. */
  readonly parent: number;
  /** Undefined if the trace has no such span. */
  readonly before: Side | undefined;
  readonly after: Side | undefined;
  /** Self time after minus before; a side without spans counts as 0. */
  readonly differenceNs: number;
}

interface Path {
  readonly service: string;
  readonly name: string;
  readonly depth: number;
  readonly parent: number;
  readonly sides: [Side | undefined, Side | undefined];
}

/** Compares two traces path by path. Paths are in the order of their first span, those of the trace before first. */
export function compareTraces(before: TraceTree, after: TraceTree): readonly ComparedPath[] {
  const paths: Path[] = [];
  const known = new Map<string, number>();
  [before, after].forEach((tree, side) => {
    const pathOf = new Int32Array(tree.length);
    for (let node = 0; node < tree.length; node++) {
      const parent = pathOf[tree.parent[node] ?? -1] ?? -1;
      const [service, name] = [toServiceName(tree, node), toName(tree, node)];
      const isSpan = tree.spans[node] !== undefined;
      const key = JSON.stringify([parent, isSpan, service, name]);
      const path = known.get(key) ?? paths.length;
      pathOf[node] = path;
      if (path === paths.length) {
        known.set(key, path);
        paths.push({ service, name, depth: (paths[parent]?.depth ?? -1) + 1, parent, sides: [undefined, undefined] });
      }
      const sides = paths[path]?.sides;
      if (sides === undefined) continue;
      const sum = sides[side];
      sides[side] = {
        count: (sum?.count ?? 0) + (isSpan ? 1 : 0),
        totalNs: (sum?.totalNs ?? 0) + (isSpan ? toDuration(tree, node) : 0),
        selfNs: (sum?.selfNs ?? 0) + (isSpan ? (tree.self[node] ?? 0) : 0),
      };
    }
  });
  return paths.map(({ sides: [first, second], ...path }) => ({
    ...path,
    before: first,
    after: second,
    differenceNs: (second?.selfNs ?? 0) - (first?.selfNs ?? 0),
  }));
}

/** Names from the root down to a path; those in the middle of a long one are left out. */
export function toPathNames(paths: readonly ComparedPath[], index: number, most = 4): readonly string[] {
  const names: string[] = [];
  let at = index;
  for (; at >= 0 && names.length < most; at = paths[at]?.parent ?? -1) names.unshift(paths[at]?.name ?? '');
  return at >= 0 ? ['…', ...names] : names;
}

export type Order = 'difference' | 'path';

/** The paths that have spans in an order: those with the greatest difference first, or as the paths are. */
export function orderPaths(paths: readonly ComparedPath[], order: Order): readonly number[] {
  const rows = [...paths.keys()].filter(
    (row) => (paths[row]?.before?.count ?? 0) + (paths[row]?.after?.count ?? 0) > 0,
  );
  if (order === 'path') return rows;
  const size = (row: number): number => Math.abs(paths[row]?.differenceNs ?? 0);
  return rows.toSorted((a, b) => size(b) - size(a) || a - b);
}
