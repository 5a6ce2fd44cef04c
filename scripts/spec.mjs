/**
 * Compiles and runs specs while you work: `npm run spec <part of a path>`, or `npm run spec -- --changed [commit]` for
 * specs that import files changed since a commit (HEAD when absent). Other options are Jest's. Black-box specs need a
 * service: `npm run e2e:keep`.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { importGraph, reachableFrom, reversed, trackedFiles } from './graph.mjs';
import { NODE, ROOT, withTools } from './tools.mjs';

await withTools(import.meta.url, () => {
  const args = process.argv.slice(2);
  const at = args.indexOf('--changed');
  const run = (...command) => execFileSync(NODE, command, { cwd: ROOT, stdio: 'inherit' });
  try {
    run('node_modules/typescript-native/bin/tsc', '-b');
    if (at < 0) return run('node_modules/jest/bin/jest.js', ...args);
    const base = args[at + 1]?.startsWith('-') === false ? args.splice(at + 1, 1)[0] : 'HEAD';
    args.splice(at, 1);
    const specs = listSpecs(changedSince(base));
    console.log(`${specs.length} spec files import what has changed since ${base}`);
    if (specs.length > 0) run('node_modules/jest/bin/jest.js', ...args, '--runTestsByPath', ...specs.map(toCompiled));
  } catch (error) {
    // The failed program has printed its reason.
    process.exitCode = error.status ?? 1;
  }
});

function changedSince(commit) {
  const changed = execFileSync('git', ['diff', '--name-only', commit, '--'], { cwd: ROOT, encoding: 'utf8' });
  const added = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  return `${changed}${added}`.split('\n').filter((file) => file !== '');
}

/**
 * The specs beside the code that import one of the files, directly or not. A file that no source imports represents all
 * of its package.
 */
function listSpecs(changed) {
  const files = trackedFiles();
  const graph = importGraph(files);
  const toFolder = (file) => /^(apps|libs)\/[^/]+\//.exec(file)?.[0];
  const starts = changed.flatMap((file) => {
    if (graph.has(file)) return [file];
    const folder = toFolder(file);
    return folder === undefined ? [] : files.filter((each) => each.startsWith(folder));
  });
  return [...reachableFrom(reversed(graph), starts)]
    .filter((file) => /\.spec\.(ts|mjs)$/.test(file) && !file.startsWith('e2e/'))
    .toSorted();
}

function toCompiled(file) {
  return path.join(ROOT, file.endsWith('.ts') ? file.replace('/src/', '/dist/').replace(/\.ts$/, '.js') : file);
}
