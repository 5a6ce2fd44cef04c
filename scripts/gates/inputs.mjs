/** Computes the inputs of a suite from the import graph, and their hash. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import path from 'node:path';
import { importGraph, reachableFrom, trackedFiles } from '../graph.mjs';
import { NODE_IN_USE, ROOT } from '../tools.mjs';

/** Inputs of every suite: the runner, the tools that build, and the versions of all dependencies. */
const COMMON = [
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig*.json',
  'jest*.config.mjs',
  'patches/**',
  '.ci/**',
  'scripts/*.mjs',
  'scripts/*.json',
  'scripts/gates/**',
  'scripts/jest/**',
];
/** A package's files that no import names: statements, protos, golden files, scripts that build it. */
const PACKAGE = /^(apps\/[^/]+|libs\/[^/]+|e2e)\//;
const isSource = (file) => /\.tsx?$/.test(file);
const isSpec = (file) => /\.spec\.(ts|mjs)$/.test(file);

/** Computes the inputs of suites over one import graph. */
export function inputReader(files = trackedFiles()) {
  const graph = importGraph(files);
  const matching = (patterns) => files.filter((file) => patterns.some((pattern) => path.matchesGlob(file, pattern)));
  const common = matching(COMMON);

  /** The paths of all files that the result of the suite depends on, sorted. */
  const inputsOf = ({ files: specs, exercises = [], data = [] }) => {
    const exercised = matching(exercises).filter((file) => isSource(file) && !isSpec(file));
    const reached = reachableFrom(graph, [...specs, ...exercised]);
    const packages = new Set([...reached].flatMap((file) => PACKAGE.exec(file)?.[1] ?? []));
    const beside = files.filter((file) => !isSource(file) && packages.has(PACKAGE.exec(file)?.[1]));
    return [...new Set([...reached, ...beside, ...matching(data), ...common])].toSorted();
  };

  const digests = new Map();
  const digest = (file) => {
    if (!digests.has(file))
      digests.set(
        file,
        createHash('sha256')
          .update(readFileSync(path.join(ROOT, file)))
          .digest('hex'),
      );
    return digests.get(file);
  };
  const hashFiles = (paths, ...rest) => {
    const hash = createHash('sha256');
    for (const part of rest) hash.update(`${part}\n`);
    for (const file of paths) hash.update(`${file} ${digest(file)}\n`);
    return hash.digest('hex');
  };

  return {
    inputsOf,
    /** The hash of all inputs, the toolchain and the kind of machine. */
    hashOf: (suite) => hashFiles(inputsOf(suite), suite.name, NODE_IN_USE, process.platform, process.arch, release()),
    /** A number for each package that only its own files change: property tests of the same code run the same cases. */
    seeds() {
      const byPackage = Map.groupBy(files, (file) => PACKAGE.exec(file)?.[1] ?? 'scripts');
      return Object.fromEntries(
        [...byPackage].map(([name, members]) => [name, Number.parseInt(hashFiles(members).slice(0, 7), 16)]),
      );
    },
  };
}
