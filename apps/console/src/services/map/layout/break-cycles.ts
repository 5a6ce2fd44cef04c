import { toNeighbors, type Link } from './graph.js';

/**
 * The same links, of which those that close a cycle lead the other way, so that no cycle is left. A link from a node to itself is
 * returned as it is.
 */
export function breakCycles(count: number, links: readonly Link[]): readonly Link[] {
  const rank = finishRanks(count, links);
  return links.map((link) => {
    const [from, to] = link;
    return (rank[from] ?? 0) < (rank[to] ?? 0) ? [to, from] : link;
  });
}

/**
 * Walks in depth from the nodes that nobody calls; a node is finished after everything that it leads to, except for what closes a cycle.
 * Chains of any length are walked without recursion.
 */
function finishRanks(count: number, links: readonly Link[]): Int32Array {
  const out = toNeighbors(count, links, 'out');
  const isCalled = new Uint8Array(count);
  for (const [from, to] of links) if (from !== to) isCalled[to] = 1;
  const roots = Array.from({ length: count }, (_, node) => node).toSorted(
    (a, b) => (isCalled[a] ?? 0) - (isCalled[b] ?? 0),
  );
  const rank = new Int32Array(count).fill(-1);
  const next = new Int32Array(count);
  const isEntered = new Uint8Array(count);
  let finished = 0;
  for (const root of roots) {
    const path = isEntered[root] === 1 ? [] : [root];
    isEntered[root] = 1;
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const target = out[node]?.[next[node] ?? 0];
      next[node] = (next[node] ?? 0) + 1;
      if (target === undefined) {
        rank[node] = finished++;
        path.pop();
      } else if (isEntered[target] !== 1) {
        isEntered[target] = 1;
        path.push(target);
      }
    }
  }
  return rank;
}
