import { FLAG, hasFlag, toDuration, type TraceTree } from './trace-tree.js';

/** Durations of a set of spans, in nanoseconds. */
export interface Sums {
  readonly count: number;
  readonly errors: number;
  readonly totalNs: number;
  readonly averageNs: number;
  readonly minNs: number;
  readonly maxNs: number;
  /** Time in which at least one of the spans ran. */
  readonly wallNs: number;
}

/** Sums the spans among the nodes; markers do not count. Undefined if there is no span. */
export function sumSpans(tree: TraceTree, nodes: Iterable<number>): Sums | undefined {
  const chosen = new Uint8Array(tree.length);
  for (const node of nodes) chosen[node] = hasFlag(tree, node, FLAG.marker) ? 0 : 1;
  let [count, errors, totalNs, minNs, maxNs, wallNs, covered] = [0, 0, 0, Infinity, 0, 0, 0];
  for (const node of tree.byStart) {
    if (chosen[node] !== 1) continue;
    const duration = toDuration(tree, node);
    const end = tree.end[node] ?? 0;
    count++;
    if (hasFlag(tree, node, FLAG.error)) errors++;
    totalNs += duration;
    minNs = Math.min(minNs, duration);
    maxNs = Math.max(maxNs, duration);
    wallNs += Math.max(0, end - Math.max(covered, tree.start[node] ?? 0));
    covered = Math.max(covered, end);
  }
  return count === 0 ? undefined : { count, errors, totalNs, averageNs: totalNs / count, minNs, maxNs, wallNs };
}

export interface ServiceTotal {
  /** Index of the service. */
  readonly service: number;
  readonly count: number;
  readonly errors: number;
  readonly selfNs: number;
}

/** The spans and the self time of each service, the service with the most self time first. */
export function toServiceTotals(tree: TraceTree): readonly ServiceTotal[] {
  const count = new Int32Array(tree.services.length);
  const errors = new Int32Array(tree.services.length);
  const selfNs = new Float64Array(tree.services.length);
  tree.service.forEach((service, node) => {
    if (service < 0) return;
    count[service] = (count[service] ?? 0) + 1;
    selfNs[service] = (selfNs[service] ?? 0) + (tree.self[node] ?? 0);
    if (hasFlag(tree, node, FLAG.error)) errors[service] = (errors[service] ?? 0) + 1;
  });
  return tree.services
    .map((_, service) => ({
      service,
      count: count[service] ?? 0,
      errors: errors[service] ?? 0,
      selfNs: selfNs[service] ?? 0,
    }))
    .sort((a, b) => b.selfNs - a.selfNs || a.service - b.service);
}
