import { toNeighbors, type Link } from './graph.js';

/**
 * The column of each node from zero: every link leads to the right, over as few columns as its source permits.
 *
 * @param links without cycles, except for links from a node to itself, which do not count.
 */
export function assignLayers(count: number, links: readonly Link[]): Int32Array {
  const others = links.filter(([from, to]) => from !== to);
  const out = toNeighbors(count, others, 'out');
  const waiting = new Int32Array(count);
  for (const [, to] of others) waiting[to] = (waiting[to] ?? 0) + 1;
  const layers = new Int32Array(count);
  const order = Array.from({ length: count }, (_, node) => node).filter((node) => waiting[node] === 0);
  for (let at = 0; at < order.length; at++) {
    const node = order[at] ?? 0;
    for (const target of out[node] ?? []) {
      layers[target] = Math.max(layers[target] ?? 0, (layers[node] ?? 0) + 1);
      waiting[target] = (waiting[target] ?? 0) - 1;
      if (waiting[target] === 0) order.push(target);
    }
  }
  // A node that nobody calls stands next to what it calls first.
  const isCalled = new Uint8Array(count);
  for (const [, to] of others) isCalled[to] = 1;
  for (const node of order) {
    const targets = out[node] ?? [];
    if (isCalled[node] !== 1 && targets.length > 0)
      layers[node] = targets.reduce((least, target) => Math.min(least, layers[target] ?? 0), Infinity) - 1;
  }
  return layers;
}
