import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isThorough } from './effort.mjs';
import { trackedFiles } from './graph.mjs';
import { linkTree } from './link-tree.mjs';
import { ROOT } from './tools.mjs';

/** Each step of the build, in order, with the first file that shows that it is in the middle of its work. */
const MIDDLES = {
  install: (root) => countEntries(root, 'node_modules/.pnpm') > 100,
  generate: (root) => countEntries(root, 'libs/relational/src/gen') > 0,
  compile: (root) => existsSync(path.join(root, 'libs/contract/dist/index.js')),
  'bundle-the-client': (root) => existsSync(path.join(root, 'apps/cli/dist/svc.js')),
  'bundle-the-service': (root) => existsSync(path.join(root, 'apps/standalone/dist/bundle.next')),
  'cluster-template': () => true,
  'compile-tests': (root) => existsSync(path.join(root, 'e2e/dist')),
};
const BUNDLES = 'apps/standalone/dist/{bundle,services}';
/** Output of the compiler, the generator and the bundler of the client. */
const COMPILED = ['{apps,libs}/*/dist/**/*.js', '{e2e,bench}/dist/**/*.js', 'libs/relational/src/gen/**/*.ts'];
/** An older checkout also has files whose source was deleted. */
const isCurrent = (root, name) =>
  name === 'apps/cli/dist/svc.js' ||
  existsSync(path.join(root, name.replace('/dist/', '/src/').replace(/\.js$/, '.ts')));
/** It costs a hundred seconds of CPU, so only `npm run test:all` runs it. */
const run = isThorough ? it : it.skip;

describe('a build that is killed in the middle of every step', () => {
  let root;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'svc-killed-build-'));
    for (const file of trackedFiles()) cpSync(path.join(ROOT, file), path.join(root, file));
    mkdirSync(path.join(root, '.tools'));
    linkTree(path.join(ROOT, '.tools/node_modules'), path.join(root, '.tools/node_modules'));
    // Code that lists the files of the checkout with git must not find files of another one.
    execFileSync('git', ['init', '--quiet', root]);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  run('continues where it was, and writes what a build without kills writes', async () => {
    for (const [step, isInTheMiddle] of Object.entries(MIDDLES)) {
      const running = path.join(root, '.tools/stamps', `${step}.running`);
      const { printed } = await build(root, () => existsSync(running) && isInTheMiddle(root));
      assert.ok(existsSync(running), `${step} was not killed in the middle: ${printed}`);
      assert.equal(existsSync(path.join(root, '.tools/stamps', step)), false, step);
    }
    const last = await build(root);
    assert.equal(last.code, 0, last.printed);
    assert.deepEqual(hashFiles(root, COMPILED, isCurrent), hashFiles(ROOT, COMPILED, isCurrent));
    assert.doesNotMatch((await build(root)).printed, /building/);
    // The order of imports in a bundle depends on the path of the checkout, so it is compared with one of the same checkout.
    const bundles = hashFiles(root, `${BUNDLES}/*`);
    for (const folder of globSync(BUNDLES, { cwd: root })) rmSync(path.join(root, folder), { recursive: true });
    assert.equal((await build(root)).code, 0);
    assert.deepEqual(bundles, hashFiles(root, `${BUNDLES}/*`));
  });
});

/** Builds, and kills all processes of the build once `isTime` is true. */
async function build(root, isTime = () => false) {
  // A group of its own, because the compiler and the bundler are processes of their own.
  const child = spawn('node', ['scripts/build.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (printed += text));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const watch = setInterval(() => {
    if (!isTime()) return;
    clearInterval(watch);
    process.kill(-child.pid, 'SIGKILL');
  }, 5);
  try {
    return { code: await closed, printed };
  } finally {
    clearInterval(watch);
  }
}

function countEntries(root, folder) {
  const where = path.join(root, folder);
  return existsSync(where) ? readdirSync(where).length : 0;
}

function hashFiles(root, patterns, accepts = () => true) {
  const files = globSync(patterns, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))).toSorted();
  const readHash = (name) =>
    createHash('sha256')
      .update(readFileSync(path.join(root, name)))
      .digest('hex');
  return Object.fromEntries(names.filter((name) => accepts(root, name)).map((name) => [name, readHash(name)]));
}
