import { requestFigures } from '../request-figures.js';
import type { ServiceRow } from '../services.query.js';
import type { ServiceCallsRow } from './map.query.js';
import type { Use } from './uses.js';

export type NodeType = 'service' | 'database' | 'queue' | 'external';
export type EdgeType = 'call' | 'database' | 'message' | 'external';

export interface GraphNode {
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
  readonly system: string;
  requests: number;
  errors: number;
  /** Milliseconds; for services only. */
  readonly p50?: number;
  readonly p95?: number;
}

export interface GraphEdge {
  readonly source: string;
  readonly target: string;
  readonly type: EdgeType;
  readonly calls: number;
  readonly errors: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

export interface ServiceGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

const NANOSECONDS_PER_MS = 1e6;
const ORDER: readonly NodeType[] = ['service', 'database', 'queue', 'external'];

/** The nodes and edges of the rows; the counts of edges cover `fraction` of the calls. */
export function serviceGraph(
  services: readonly ServiceRow[],
  calls: readonly ServiceCallsRow[],
  uses: readonly Use[],
  fraction = 1,
): ServiceGraph {
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  const known = new Set(services.map(({ service_name: name }) => name));
  const getOrCreateNode = (type: NodeType, name: string, system = ''): GraphNode => {
    const id = `${type}:${system === '' ? '' : `${system}/`}${name}`;
    const node = nodes.get(id) ?? { id, type, name, system, requests: 0, errors: 0 };
    nodes.set(id, node);
    return node;
  };
  /** The first of several edges between the same nodes is kept. */
  const connect = (source: GraphNode, target: GraphNode, type: EdgeType, row: ServiceCallsRow | Use): void => {
    const key = JSON.stringify([source.id, target.id]);
    if (source === target || edges.has(key)) return;
    const figures = toFigures(row, fraction);
    edges.set(key, { source: source.id, target: target.id, type, ...figures });
    if (target.type === 'service') return;
    target.requests += figures.calls;
    target.errors += figures.errors;
  };
  for (const row of services) {
    if (row.service_name === '') continue;
    const node = getOrCreateNode('service', row.service_name);
    const { requestCount, errorCount, p50DurationMs, p95DurationMs } = requestFigures(row, 0);
    const figures = { requests: Number(requestCount), errors: Number(errorCount) };
    nodes.set(node.id, { ...node, ...figures, p50: p50DurationMs, p95: p95DurationMs });
  }
  for (const use of uses.filter(({ target }) => target.type !== 'external')) {
    const service = getOrCreateNode('service', use.service);
    const used = getOrCreateNode(use.target.type, use.target.name, use.target.system);
    if (use.target.type === 'database') connect(service, used, 'database', use);
    else if (use.target.isReceived) connect(used, service, 'message', use);
    else connect(service, used, 'message', use);
  }
  const throughQueues = pairsThroughQueues([...edges.values()]);
  for (const row of calls) {
    const [caller, callee] = [getOrCreateNode('service', row.caller), getOrCreateNode('service', row.callee)];
    const isMessage = row.is_message === 1;
    if (isMessage && throughQueues.has(JSON.stringify([caller.id, callee.id]))) continue;
    connect(caller, callee, isMessage ? 'message' : 'call', row);
  }
  // Answered calls are already connected to services here; a host with a service's name is that service.
  for (const use of uses.filter(({ target }) => target.type === 'external')) {
    const service = getOrCreateNode('service', use.service);
    const { name } = use.target;
    if (known.has(name)) connect(service, getOrCreateNode('service', name), 'call', use);
    else connect(service, getOrCreateNode('external', name), 'external', use);
  }
  return { nodes: [...nodes.values()].sort(byTypeAndName), edges: [...edges.values()].sort(byCalls) };
}

/** Messages go from service to service through a queue; if the queue is known, the direct edge is redundant. */
function pairsThroughQueues(edges: readonly GraphEdge[]): ReadonlySet<string> {
  const messages = edges.filter(({ type }) => type === 'message');
  const receivers = Map.groupBy(messages, ({ source }) => source);
  return new Set(
    messages.flatMap(({ source, target: queue }) =>
      (receivers.get(queue) ?? []).map(({ target }) => JSON.stringify([source, target])),
    ),
  );
}

function toFigures({ calls, errors, percentiles }: ServiceCallsRow | Use, fraction: number) {
  const [p50, p95] = percentiles.map((value) => (value ?? 0) / NANOSECONDS_PER_MS);
  const estimate = (count: number): number => Math.min(Math.round(count / fraction), Number.MAX_SAFE_INTEGER);
  return { calls: estimate(calls), errors: estimate(errors), p50: p50 ?? 0, p95: p95 ?? 0 };
}

function byTypeAndName(a: GraphNode, b: GraphNode): number {
  return ORDER.indexOf(a.type) - ORDER.indexOf(b.type) || (a.id < b.id ? -1 : 1);
}

function byCalls(a: GraphEdge, b: GraphEdge): number {
  if (a.calls !== b.calls) return b.calls - a.calls;
  return `${a.source}\0${a.target}` < `${b.source}\0${b.target}` ? -1 : 1;
}
