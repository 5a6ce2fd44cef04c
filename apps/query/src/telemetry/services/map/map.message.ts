import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ServiceMapEdgeSchema, ServiceMapNodeSchema, ServicesMapResponseSchema } from '@svc/contract';
import { emptyToUndefined } from '@svc/reading/statement';
import type { ServiceMap } from './map.service.js';
import type { GraphEdge, GraphNode } from './service-graph.js';

export function toMap(map: ServiceMap): MessageInitShape<typeof ServicesMapResponseSchema> {
  const { graph, isSampled, isEstimated, isTruncated } = map;
  return {
    nodes: graph.nodes.map(toNode),
    edges: graph.edges.map(toEdge),
    sampled: isSampled,
    estimated: isEstimated,
    truncated: isTruncated,
  };
}

function toNode({ id, type, name, system, ...node }: GraphNode): MessageInitShape<typeof ServiceMapNodeSchema> {
  const { requests, errors, p50, p95 } = node;
  return {
    id,
    type,
    name,
    system: emptyToUndefined(system),
    requestCount: BigInt(requests),
    errorCount: BigInt(errors),
    errorRate: requests === 0 ? 0 : errors / requests,
    ...(p50 === undefined ? {} : { p50DurationMs: p50 }),
    ...(p95 === undefined ? {} : { p95DurationMs: p95 }),
  };
}

function toEdge({ calls, errors, p50, p95, ...edge }: GraphEdge): MessageInitShape<typeof ServiceMapEdgeSchema> {
  return {
    ...edge,
    callCount: BigInt(calls),
    errorCount: BigInt(errors),
    errorRate: calls === 0 ? 0 : errors / calls,
    p50DurationMs: p50,
    p95DurationMs: p95,
  };
}
