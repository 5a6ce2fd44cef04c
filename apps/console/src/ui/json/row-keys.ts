import type { Row } from './flatten.js';
import type { JsonNode } from './node.js';

const numbers = new WeakMap<JsonNode, number>();
let next = 0;

/** A key for React: each node has a number of its own. */
export function toKey(row: Row | undefined): string {
  if (!row) return '';
  const { kind, node } = row;
  const known = numbers.get(node) ?? next++;
  numbers.set(node, known);
  return `${kind} ${known}`;
}
