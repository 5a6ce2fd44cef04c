type Tree = Map<string, Tree | string>;

/** Levels of an attribute's name that are read; deeper ones are left out. */
const MAX_DEPTH = 12;

/** The list that attributes carry in parts, such as `llm.input_messages.0.message.role` under the prefix `llm.input_messages.`. */
export function indexedList(attributes: Readonly<Record<string, string>>, prefix: string): unknown[] {
  const root: Tree = new Map();
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith(prefix)) add(root, name.slice(prefix.length).split('.'), value);
  }
  const list = toValue(root);
  return Array.isArray(list) ? list : [];
}

function add(root: Tree, path: readonly string[], value: string): void {
  if (path.length > MAX_DEPTH) return;
  let tree = root;
  for (const step of path.slice(0, -1)) {
    const next = tree.get(step);
    if (typeof next === 'string') return;
    if (next) tree = next;
    else {
      const inner: Tree = new Map();
      tree.set(step, inner);
      tree = inner;
    }
  }
  const last = path.at(-1) ?? '';
  if (!tree.has(last)) tree.set(last, value);
}

function toValue(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree;
  const entries = [...tree];
  if (entries.every(([key]) => /^\d{1,9}$/.test(key))) {
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => toValue(value));
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, toValue(value)]));
}
