/** A value in a tree. Nodes are made when their parent is opened, and know the way to the root. */
export interface JsonNode {
  readonly parent: JsonNode | undefined;
  /** Name in an object, index in a list; undefined for the root. */
  readonly key: string | number | undefined;
  readonly value: unknown;
  readonly depth: number;
  /** Position among the children of the parent, from 0. */
  readonly position: number;
  /** Number of children of the value itself. */
  readonly size: number;
}

/** The names of large objects are listed once. */
const names = new WeakMap<object, readonly string[]>();

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function toNode(
  parent: JsonNode | undefined,
  key: string | number | undefined,
  value: unknown,
  position: number,
): JsonNode {
  return { parent, key, value, depth: parent === undefined ? 0 : parent.depth + 1, position, size: sizeOf(value) };
}

/** The number of children of a value. */
export function sizeOf(value: unknown): number {
  if (!isContainer(value)) return 0;
  return Array.isArray(value) ? value.length : namesOf(value).length;
}

/** The child of a list or an object at a position. */
export function childAt(value: unknown, position: number): readonly [key: string | number, value: unknown] {
  if (Array.isArray(value)) return [position, value[position]];
  const name = namesOf(value as object)[position] ?? '';
  return [name, (value as Readonly<Record<string, unknown>>)[name]];
}

/** The position of a child; -1 if there is none with this key. */
export function positionOf(value: unknown, key: string | number): number {
  if (!isContainer(value)) return -1;
  if (Array.isArray(value)) return typeof key === 'number' && key < value.length ? key : -1;
  return namesOf(value).indexOf(String(key));
}

/** The keys from the root to a node. */
export function pathOf(node: JsonNode): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let step: JsonNode | undefined = node; step?.key !== undefined; step = step.parent) path.push(step.key);
  return path.reverse();
}

function namesOf(value: object): readonly string[] {
  const known = names.get(value);
  if (known) return known;
  const listed = Object.keys(value);
  names.set(value, listed);
  return listed;
}
