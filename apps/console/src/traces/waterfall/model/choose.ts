import { FLAG, hasFlag, type TraceTree } from './trace-tree.js';

/** The spans of the same service and name as this one, itself included. */
export function similarSpans(tree: TraceTree, node: number): readonly number[] {
  const name = tree.spans[node]?.name;
  if (name === undefined) return [];
  return filterSpans(tree, (other) => tree.service[other] === tree.service[node] && tree.spans[other]?.name === name);
}

export function spansOfService(tree: TraceTree, service: number): readonly number[] {
  return filterSpans(tree, (node) => tree.service[node] === service);
}

/** The spans that run at some time of a range, both ends included. */
export function spansInRange(tree: TraceTree, fromNs: number, toNs: number): readonly number[] {
  return filterSpans(tree, (node) => (tree.start[node] ?? 0) <= toNs && (tree.end[node] ?? 0) >= fromNs);
}

/** The next or previous span with an error after a node, in the order of the rows; it starts again at the other end. */
export function nextError(tree: TraceTree, node: number, step: 1 | -1): number {
  for (let count = 1; count <= tree.length; count++) {
    const at = (node + step * count + 2 * tree.length) % tree.length;
    if (hasFlag(tree, at, FLAG.error)) return at;
  }
  return -1;
}

function filterSpans(tree: TraceTree, isChosen: (node: number) => boolean): readonly number[] {
  const chosen: number[] = [];
  for (let node = 0; node < tree.length; node++)
    if (!hasFlag(tree, node, FLAG.marker) && isChosen(node)) chosen.push(node);
  return chosen;
}
