/** Installs and builds what has changed since the last time: `node scripts/build.mjs`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NODE_IN_USE, ROOT, withTools } from './tools.mjs';

const STAMPS = path.join(ROOT, '.tools', 'stamps');
const IGNORED = new Set(['node_modules', 'dist', 'gen', '.tools', '.svc', '.git', '.nx']);

/** Installs the packages when the lockfile changed, then builds when a source changed. */
export function build() {
  ifChanged('install', lockStamp(), () =>
    run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--silent']),
  );
  ifChanged('build', lockStamp() + sourceStamp(), () => {
    // The Prisma client is generated, not committed; what is committed under gen/ is checked for drift by the tests.
    run('node', ['libs/relational/scripts/generate.mjs']);
    run('node', ['node_modules/typescript-native/bin/tsc', '-b']);
    run('node', ['apps/cli/scripts/bundle.mjs']);
    run('node', ['apps/cli/scripts/pack.mjs']);
    run('node', ['apps/standalone/scripts/bundle.mjs']);
  });
}

function ifChanged(name, stamp, work) {
  const file = path.join(STAMPS, name);
  const outputs = [
    'node_modules',
    ...(name === 'build'
      ? ['apps/standalone/dist/bundle/main.js', 'apps/cli/dist/svc.js', 'apps/gateway/assets/client/cli.tgz']
      : []),
  ];
  const present = outputs.every((output) => existsSync(path.join(ROOT, output)));
  if (present && existsSync(file) && readFileSync(file, 'utf8') === stamp) return;
  const started = Date.now();
  work();
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(file, stamp);
  console.error(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function run(command, args) {
  execFileSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
}

function lockStamp() {
  return createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'pnpm-lock.yaml')))
    .update(readFileSync(path.join(ROOT, 'pnpm-workspace.yaml')))
    .update(NODE_IN_USE)
    .digest('hex');
}

/** Names, sizes and times of every source file: reading them all would cost a second start half a second. */
function sourceStamp() {
  const hash = createHash('sha256');
  for (const top of ['apps', 'libs', 'e2e', 'bench', 'scripts', 'tsconfig.base.json', 'tsconfig.json'])
    visit(path.join(ROOT, top), hash);
  return hash.digest('hex');
}

function visit(file, hash) {
  const status = statSync(file);
  if (!status.isDirectory()) {
    hash.update(`${path.relative(ROOT, file)}:${status.size}:${Math.trunc(status.mtimeMs)}\n`);
    return;
  }
  for (const entry of readdirSync(file).sort()) if (!IGNORED.has(entry)) visit(path.join(file, entry), hash);
}

if (process.argv[1] === new URL(import.meta.url).pathname) await withTools(import.meta.url, build);
