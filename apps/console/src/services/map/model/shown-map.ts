import type { ServiceMapEdge, ServiceMapNode, ServicesMapResponse } from '../../../gen/api.js';
import type { Link } from '../layout/graph.js';

/** More than this cannot be told apart, and would take the browser long to draw. */
export const MAX_NODES = 300;
export const MAX_EDGES = 1000;

export interface ShownMap {
  readonly nodes: readonly ServiceMapNode[];
  readonly edges: readonly ServiceMapEdge[];
  /** The edges by the indexes of their nodes. */
  readonly links: readonly Link[];
  /** Number of those that are not shown. */
  readonly leftNodes: number;
  readonly leftEdges: number;
}

/** The busiest nodes and the busiest connections between them. */
export function toShownMap({ nodes: all, edges: allEdges }: Pick<ServicesMapResponse, 'nodes' | 'edges'>): ShownMap {
  const nodes =
    all.length <= MAX_NODES ? all : all.toSorted((a, b) => b.request_count - a.request_count).slice(0, MAX_NODES);
  const indexes = new Map(nodes.map(({ id }, nth) => [id, nth]));
  const between = allEdges.filter(({ source, target }) => indexes.has(source) && indexes.has(target));
  const edges =
    between.length <= MAX_EDGES ? between : between.toSorted((a, b) => b.call_count - a.call_count).slice(0, MAX_EDGES);
  const links = edges.map<Link>(({ source, target }) => [indexes.get(source) ?? 0, indexes.get(target) ?? 0]);
  return { nodes, edges, links, leftNodes: all.length - nodes.length, leftEdges: allEdges.length - edges.length };
}
