/**
 * Lints the packages that have not passed before. The result for a file depends on the types that it imports, so a
 * package is linted again when a package on which it depends has changed; a cache of single files would miss that.
 */
import path from 'node:path';
import { trackedFiles } from '../graph.mjs';
import { toHash, openPassed, readChecked } from './passed.mjs';

const PACKAGE = /^(?:(?:apps|libs)\/[^/]+|e2e|bench)(?=\/)/;
/** The configuration of the linter and the compiler, the dependencies, and the layers that packages declare. */
const COMMON =
  /^(eslint\.config\.mjs|\.oxlintrc\.json|nx\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|tsconfig[^/]*\.json|patches\/.*|scripts\/nx\/.*|scripts\/[^/]*\.d\.mts|(.*\/)?package\.json)$/;
const SCRIPT = /\.m?[jt]s$/;

export async function lint(command) {
  const passed = openPassed('lint');
  const parts = lintParts(trackedFiles(), readChecked);
  const due = parts.filter(({ hash }) => !passed.has(hash));
  if (due.length > 0) {
    // The boundary rule reads nx's project graph from its cache and reports nothing without one.
    await command('pnpm', ['exec', 'nx', 'show', 'projects']);
    const paths = due.flatMap((part) => part.paths);
    await command('pnpm', ['exec', 'eslint', '--max-warnings=0', ...paths]);
    // The rules that need types, on the output of the build. It finds nothing to do where only scripts are due.
    const typed = ['--tsconfig', 'tsconfig.lint.json', '--no-error-on-unmatched-pattern', '--quiet'];
    await command('pnpm', ['exec', 'oxlint', ...typed, ...paths]);
  }
  passed.add(parts.map(({ hash }) => hash));
}

/**
 * Units of linting: each package, and everything outside of packages. The hash covers everything that the result
 * depends on.
 */
export function lintParts(files, read) {
  const common = hashFiles(
    files.filter((file) => COMMON.test(file)),
    read,
  );
  const byPackage = Map.groupBy(files, (file) => PACKAGE.exec(file)?.[0]);
  const outside = (byPackage.get(undefined) ?? []).filter((file) => SCRIPT.test(file));
  byPackage.delete(undefined);
  const manifests = new Map(
    [...byPackage.keys()].map((folder) => [folder, JSON.parse(read(path.join(folder, 'package.json')).toString())]),
  );
  const folders = new Map([...manifests].map(([folder, { name }]) => [name, folder]));
  const own = new Map([...byPackage].map(([folder, members]) => [folder, hashFiles(members, read)]));
  const parts = [...byPackage.keys()].map((folder) => {
    const needed = [...reach(folder, (each) => neighbours(manifests.get(each), folders))].toSorted();
    return { paths: [folder], hash: toHash([common, ...needed.flatMap((each) => [each, own.get(each)])]) };
  });
  return outside.length === 0
    ? parts
    : [...parts, { paths: outside, hash: toHash([common, hashFiles(outside, read)]) }];
}

function neighbours({ dependencies = {}, devDependencies = {} }, folders) {
  return Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => folders.get(name) ?? []);
}

function reach(start, next) {
  const reached = new Set([start]);
  for (const each of reached) for (const target of next(each)) reached.add(target);
  return reached;
}

function hashFiles(files, read) {
  return toHash(files.flatMap((file) => [file, read(file)]));
}
