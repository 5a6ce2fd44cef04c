// Checks the style of the protos and their compatibility with the last published version: `node scripts/proto-check.mjs`. Prints
// the version it compared with.
import { execFileSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const BIN = join(ROOT, 'libs/contract/node_modules/.bin');
// Our own module. Comparing the whole workspace fails as soon as a vendored module is added: "input contained N images".
const MODULE = 'libs/contract/proto';
const MAIN = 'main';

buf('lint', 'libs/contract');
console.log('protos: lint is clean');

const base = baseCommit();
if (base === undefined) {
  console.log('protos: breaking changes NOT checked: there is no earlier commit to compare with');
} else if (!git('ls-tree', '--name-only', base, `${MODULE}/`)) {
  console.log(`protos: breaking changes NOT checked: ${base.slice(0, 12)} has no ${MODULE}`);
} else {
  buf('breaking', MODULE, '--against', `.git#ref=${base},subdir=${MODULE}`);
  console.log(`protos: nothing breaks callers of ${git('log', '-1', '--format=%h (%s)', base)}`);
}

/**
 * Returns the commit to compare with: the one in SVC_PROTO_BASE, otherwise the last commit of the main branch, remote or local.
 * On that commit itself, its parent is the base.
 */
function baseCommit() {
  if (process.env.SVC_PROTO_BASE) return commit(process.env.SVC_PROTO_BASE) ?? fail('SVC_PROTO_BASE is no commit');
  const head = commit('HEAD');
  const branches = [`refs/remotes/origin/${MAIN}`, `refs/heads/${MAIN}`].map(commit);
  return branches.find((found) => found !== undefined && found !== head) ?? commit('HEAD~1');
}

function commit(name) {
  return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) || undefined;
}

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

function buf(...args) {
  const path = [BIN, process.env.PATH].join(delimiter);
  try {
    execFileSync(join(BIN, 'buf'), args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PATH: path } });
  } catch {
    fail(`buf ${args[0]} found problems`);
  }
}

function fail(problem) {
  console.error(`protos: ${problem}`);
  process.exit(1);
}
