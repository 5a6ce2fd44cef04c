import type { ServiceMapEdge, ServiceMapNode } from '../../../gen/api.js';
import { formatCount, formatDuration, formatPercent } from '../../../time/format.js';

/** The type of a node with its system, such as `database, postgresql`. */
export function describeType({ type, system }: Pick<ServiceMapNode, 'type' | 'system'>): string {
  const name = type === 'external' ? 'external host' : type;
  return system === undefined || system === '' ? name : `${name}, ${system}`;
}

/** The figures of a node in a few words, such as `12.3/s, 0.5% failed, P95 12 ms`. */
export function describeNode(node: ServiceMapNode): string {
  const { type, request_count: count, error_rate: rate, p95_duration_ms: p95 } = node;
  const unit = type === 'service' ? (count === 1 ? 'request' : 'requests') : count === 1 ? 'call' : 'calls';
  const parts = [`${formatCount(count)} ${unit}`, `${formatPercent(rate)} failed`];
  if (p95 !== undefined && count > 0) parts.push(`P95 ${formatDuration(p95, 'ms')}`);
  return parts.join(', ');
}

export function describeEdge({ call_count: count, error_count: errors, p95_duration_ms: p95 }: ServiceMapEdge): string {
  return `${formatCount(count)} ${count === 1 ? 'call' : 'calls'}, ${formatCount(errors)} failed, P95 ${formatDuration(p95, 'ms')}`;
}
