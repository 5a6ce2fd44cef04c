import type { ServiceMapEdge, ServiceMapNode } from '../../../gen/api.js';
import { formatValue } from '../../../search/terms.js';

export interface EdgeQuery {
  readonly service?: string;
  readonly q?: string;
  /** The service that must take part in a trace too, because the search looks at one span at a time. */
  readonly through?: string;
}

/** Attributes that name the target of a call, by its type. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  database: ['db.namespace', 'db.name', 'db.instance'],
  queue: ['messaging.destination.template', 'messaging.destination.name', 'messaging.destination'],
  external: ['server.address', 'net.peer.name', 'service.peer.name', 'peer.service', 'http.host'],
};
const SYSTEMS: Readonly<Record<string, readonly string[]>> = {
  database: ['db.system.name', 'db.system'],
  queue: ['messaging.system'],
};
const PORT = /:\d+$/;

/** The search for traces with calls of a connection. */
export function toEdgeQuery(source: ServiceMapNode, target: ServiceMapNode): EdgeQuery {
  if (source.type === 'service' && target.type === 'service') return { service: target.name, through: source.name };
  const [service, other] = source.type === 'service' ? [source, target] : [target, source];
  const isNamed = other.name !== '' && other.name !== '(temporary)';
  const names = isNamed ? [[ATTRIBUTES[other.type], other.name.replace(PORT, '')] as const] : [];
  const systems = !isNamed && other.system ? [[SYSTEMS[other.type], other.system] as const] : [];
  const terms = [...names, ...systems].flatMap(([fields = [], value]) =>
    fields.map((field) => `${field}:${formatValue(value)}`),
  );
  if (terms.length === 0) return { service: service.name };
  return { q: `service:${formatValue(service.name)} AND (${terms.join(' OR ')})` };
}

/** The node of an ID in an edge: one that was left out of the answer is known by its ID alone. */
export function toNode(nodes: readonly ServiceMapNode[], id: string): ServiceMapNode {
  const known = nodes.find((node) => node.id === id);
  if (known) return known;
  const [type = '', name = ''] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)];
  return { id, type, name, request_count: 0, error_count: 0, error_rate: 0 };
}

/** The connections that lead to a node and away from it. */
export function connectionsOf(
  edges: readonly ServiceMapEdge[],
  id: string,
): Record<'callers' | 'callees', readonly ServiceMapEdge[]> {
  return {
    callers: edges.filter(({ source, target }) => target === id && source !== id),
    callees: edges.filter(({ source }) => source === id),
  };
}
