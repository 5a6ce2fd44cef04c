/**
 * Builds an earlier commit beside the checkout, so that an upgrade from it can be tested: `node
 * scripts/earlier-build.mjs`. Prints one line of JSON: the commit and the folder of its build, or the reason for its
 * absence.
 *
 * The commit is SVC_UPGRADE_BASE, or the last one from which an upgrade can differ: it has other migrations, protos or
 * event log than HEAD. Builds are kept in the cache of the user, and only the newest few remain.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { NODE, ROOT, withTools } from './tools.mjs';
import { CACHE } from './user-cache.mjs';

const BUILDS = path.join(CACHE, 'builds');
const KEPT = 2;
/** Formats on which two versions of the service that run at the same time have to agree. */
const FORMATS = [
  'libs/columnar/src/migrations',
  'libs/relational/prisma',
  'libs/contract/proto',
  'libs/event-log/src',
  ':(exclude)*.spec.ts',
];
const BUILT = 'apps/standalone/dist/services/gateway.js';

await withTools(import.meta.url, () => {
  let result;
  try {
    result = earlierBuild();
  } catch (error) {
    result = { reason: `the earlier commit could not be built: ${error.message.split('\n')[0]}` };
  }
  console.log(JSON.stringify(result));
});

function earlierBuild() {
  const commit = chooseBase();
  if (commit === undefined) return whyNoBase();
  if (!keepsTables(commit)) return { reason: 'this version replaces tables of the column store that no release had' };
  const root = path.join(BUILDS, commit);
  if (!existsSync(path.join(root, BUILT))) build(commit, root);
  const now = new Date();
  utimesSync(root, now, now);
  forgetOthers();
  return { commit, root };
}

/** Undefined if this clone has no such commit. */
function chooseBase() {
  const named = process.env.SVC_UPGRADE_BASE;
  // The first parent of a merge is the commit that was released before it.
  const changed = named === undefined && git('log', '--first-parent', '-1', '--format=%H', 'HEAD', '--', ...FORMATS);
  return git('rev-parse', '--verify', '--quiet', `${named ?? `${changed}~1`}^{commit}`);
}

function whyNoBase() {
  const named = process.env.SVC_UPGRADE_BASE;
  if (git('rev-parse', '--is-shallow-repository') === 'true')
    return {
      reason: 'the clone is too shallow to have the earlier commit: run `git fetch --unshallow`',
      isShallow: true,
    };
  if (named !== undefined) return { reason: `there is no commit ${named}` };
  return { reason: 'there is no earlier commit with other migrations, protos or event log' };
}

function build(commit, root) {
  mkdirSync(BUILDS, { recursive: true, mode: 0o700 });
  const building = mkdtempSync(path.join(BUILDS, 'building-'));
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', building], { input: archive });
    // Equal versions need not be fetched again; the build fetches any others.
    cpSync(path.join(ROOT, '.tools/node_modules'), path.join(building, '.tools/node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    execFileSync(NODE, ['scripts/build.mjs'], { cwd: building, stdio: ['ignore', 'ignore', 'inherit'] });
    rmSync(root, { recursive: true, force: true });
    renameSync(building, root);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

/** Whether the migrations of this version contain those of the commit. Released ones never change; before, a commit may replace them. */
function keepsTables(commit) {
  const file = 'libs/columnar/src/migrations/golden/embedded.sql';
  const statements = (text) => text.trim().split(/;\s*(?:\n|$)/);
  const current = new Set(statements(readFileSync(path.join(ROOT, file), 'utf8')));
  return statements(git('show', `${commit}:${file}`) ?? '').every((statement) => current.has(statement));
}

/** Each build takes about 100 MB. */
function forgetOthers() {
  const builds = readdirSync(BUILDS)
    .filter((name) => /^[0-9a-f]{40}$/.test(name))
    .map((name) => ({ name, usedMs: statSync(path.join(BUILDS, name)).mtimeMs }))
    .sort((a, b) => b.usedMs - a.usedMs);
  for (const { name } of builds.slice(KEPT)) rmSync(path.join(BUILDS, name), { recursive: true, force: true });
}

function git(...args) {
  try {
    return (
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
      undefined
    );
  } catch {
    return undefined;
  }
}
