import type { Row } from './flatten.js';
import type { JsonNode } from './node.js';

const numbers = new WeakMap<JsonNode, number>();
let next = 0;

/** A key for React: each node has a number of its own. */
export function keyOf({ kind, node }: Row): string {
  const known = numbers.get(node) ?? next++;
  numbers.set(node, known);
  return `${kind} ${known}`;
}
