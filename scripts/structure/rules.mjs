/** Each rule takes a package as `{ name, files }`, where `files` maps a path below src to the paths it imports. */
import path from 'node:path';

const MAX_LEVELS = 7;
const MAX_FILES = 20;
const FAMILIES_IN = 'apps/query';

/**
 * Sibling folders that import each other are one unit that only looks like several. A folder and its parent may import
 * each other: code that subfolders share is above them, and so is code that composes them.
 */
export function circles({ name, files }) {
  const byParent = new Map();
  for (const [file, targets] of files) {
    if (isTest(file)) continue;
    for (const target of targets.filter((each) => files.has(each))) {
      const [parent, from, to] = neighbours(file, target) ?? [];
      if (parent === undefined) continue;
      if (!byParent.has(parent)) byParent.set(parent, new Map());
      const edges = byParent.get(parent);
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return [...byParent].flatMap(([parent, edges]) =>
    components(edges).map((members) => `circle ${name}: in ${parent} ${members.toSorted().join(' <-> ')}`),
  );
}

/** Files that import each other can only be read together. Types count: a reader follows them too. */
export function fileCircles({ name, files }) {
  return components(files).map((members) => `circle ${name}: files ${members.toSorted().join(' <-> ')}`);
}

export function depths({ name, files }) {
  const levels = (folder) => 2 + (folder === '.' ? 0 : folder.split('/').length);
  return folders(files)
    .filter((folder) => levels(folder) > MAX_LEVELS)
    .map((folder) => `depth ${name}: ${folder} is ${levels(folder)} levels deep`);
}

/**
 * Files and subfolders of a folder lie in layers: each above everything that it imports. More than seven cannot be kept in mind. Members
 * that import each other share a layer.
 */
export function layers({ name, files }) {
  return [...membersByFolder(files)].flatMap(([folder, edges]) => {
    const chain = longestChain(edges);
    return chain.length > MAX_LEVELS ? [`layers ${name}: ${folder} has ${chain.length}: ${chain.join(' > ')}`] : [];
  });
}

export function crowds({ name, files }) {
  const counts = new Map();
  for (const file of files.keys()) {
    const folder = path.posix.dirname(file);
    if (!isTest(file) && !/(^|\/)(migrations|golden|fixtures)(\/|$)/.test(folder))
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `crowd ${name}: ${folder} holds ${count} files`);
}

export function families({ name, files }) {
  if (name !== FAMILIES_IN) return [];
  const family = (file) => (file.includes('/') ? file.split('/')[0] : undefined);
  return [...files]
    .filter(([file]) => family(file) !== undefined && !isTest(file))
    .flatMap(([file, targets]) => targets.map((target) => ({ file, target })))
    .filter(({ file, target }) => {
      const other = family(target);
      return other !== undefined && other !== family(file) && target !== `${other}/index.ts`;
    })
    .map(({ file, target }) => `family ${name}: ${file} imports ${target}`);
}

/** For each folder, which of its files and subfolders import which others. */
function membersByFolder(files) {
  const byFolder = new Map();
  for (const [file, targets] of files) {
    if (isTest(file)) continue;
    for (const target of targets.filter((each) => files.has(each) && !isTest(each))) {
      const [from, to] = [file, target].map((each) => each.split('/'));
      const shared = from.findIndex((part, level) => part !== to[level]);
      const folder = ['src', ...from.slice(0, shared)].join('/');
      if (!byFolder.has(folder)) byFolder.set(folder, new Map());
      const edges = byFolder.get(folder);
      edges.set(from[shared], (edges.get(from[shared]) ?? new Set()).add(to[shared]));
    }
  }
  return byFolder;
}

/** The longest way from member to member along imports. */
function longestChain(edges) {
  const found = new Map();
  const open = new Set();
  const visit = (member) => {
    if (found.has(member)) return found.get(member);
    open.add(member);
    const below = [...(edges.get(member) ?? [])].filter((each) => !open.has(each)).map(visit);
    open.delete(member);
    const chain = [member, ...(below.toSorted((a, b) => b.length - a.length)[0] ?? [])];
    found.set(member, chain);
    return chain;
  };
  return [...edges.keys()].map(visit).toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** The two folders beside each other that an import connects, with the folder that holds both. */
function neighbours(file, target) {
  const [from, to] = [file, target].map((each) => each.split('/').slice(0, -1));
  const shared = from.findIndex((part, level) => part !== to[level]);
  if (shared < 0 || to[shared] === undefined) return undefined;
  return [['src', ...from.slice(0, shared)].join('/'), from[shared], to[shared]];
}

function folders(files) {
  return [...new Set([...files.keys()].map((file) => path.posix.dirname(file)))].toSorted();
}

export function isTest(file) {
  return /\.(spec|fixture)\.ts$/.test(file) || /(^|\/)(testing|conformance)(\/|\.ts$)/.test(file);
}

/** Tarjan's strongly connected components with more than one member. */
function components(edges) {
  const found = [];
  const stack = [];
  const order = new Map();
  const low = new Map();
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) found.push(component);
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}
