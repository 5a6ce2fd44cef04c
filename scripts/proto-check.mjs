// Checks the style of the protos and their compatibility with the last published version, over rpc and over HTTP:
// `node scripts/proto-check.mjs`. Prints the version it compared with.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const BIN = join(ROOT, 'libs/contract/node_modules/.bin');
// Our own module. Comparing the whole workspace fails as soon as a vendored module is added: "input contained N images".
const MODULE = 'libs/contract/proto';
const OPENAPI = 'apps/gateway/assets/docs/openapi.json';
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
  checkRoutes(base);
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

/** buf knows nothing of routes: every operation keeps its method, path and scope. The names of path parameters may change. */
function checkRoutes(base) {
  const document = git('show', `${base}:${OPENAPI}`);
  if (!document) return;
  const now = readRoutes(readFileSync(join(ROOT, OPENAPI), 'utf8'));
  const changed = [...readRoutes(document)].filter(([id, route]) => now.get(id) !== route);
  if (changed.length === 0) return;
  fail(['operations changed or removed:', ...changed.map(([id, route]) => `${id} was ${route}`)].join('\n  '));
}

function readRoutes(document) {
  const routes = Object.entries(JSON.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '{}')}, ${operation['x-scope'] ?? 'no scope'}`,
    ]),
  );
  return new Map(routes);
}

function commit(name) {
  return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) || undefined;
}

function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 26,
    }).trim();
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
