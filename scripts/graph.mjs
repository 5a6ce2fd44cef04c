/** The import graph of the tracked sources: the files that a file reaches, and the files that reach it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './tools.mjs';

/** Imports of types count too. A worker and a child process name their file by a URL. */
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'((?:\.{1,2}\/|@svc\/)[^']+)'/g;
const SOURCE = /\.(ts|tsx|mjs)$/;

/** All files of the checkout that git does not ignore and that match a pattern, all without one, relative to its root and sorted. */
export function trackedFiles(...patterns) {
  const args = ['ls-files', '-z', '-co', '--exclude-standard', '--', ...patterns];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(ROOT, file)))
    .toSorted();
}

/** Returns a map from each source file to the source files that it imports. */
export function importGraph(files = trackedFiles()) {
  const known = new Set(files);
  const packages = readPackages(files);
  const graph = new Map();
  for (const file of files.filter((each) => SOURCE.test(each))) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const targets = [...text.matchAll(IMPORT)].map(([, name]) => resolve(file, name, packages));
    graph.set(file, [...new Set(targets.filter((target) => known.has(target)))]);
  }
  return graph;
}

/** The given files and everything that they import, directly or not. */
export function reachableFrom(graph, files) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const target of graph.get(file) ?? []) visit(target);
  };
  for (const file of files) visit(file);
  return reached;
}

/** Reverses the graph: from each file to the files that import it. */
export function reversed(graph) {
  const importers = new Map();
  for (const [file, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  return importers;
}

function readPackages(files) {
  const manifests = files.filter((file) => /^(apps\/[^/]+|libs\/[^/]+|e2e|bench)\/package\.json$/.test(file));
  return new Map(
    manifests.map((file) => {
      const { name, exports = {} } = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
      return [name, { root: path.posix.dirname(file), exports }];
    }),
  );
}

/** The source of a specifier. A subpath of a package that has no such export resolves to nothing. */
function resolve(importer, specifier, packages) {
  if (!specifier.startsWith('@svc/')) return toSource(path.posix.join(path.posix.dirname(importer), specifier));
  const [scope, name, ...rest] = specifier.split('/');
  const found = packages.get(`${scope}/${name}`);
  if (!found) return undefined;
  const target = found.exports[rest.length === 0 ? '.' : `./${rest.join('/')}`];
  const file = typeof target === 'string' ? target : target?.default;
  return file && toSource(path.posix.join(found.root, file.replace(/^\.\/dist\//, 'src/')));
}

const toSource = (file) => file.replace(/\.js$/, '.ts');
