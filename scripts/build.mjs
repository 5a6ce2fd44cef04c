/** Installs and builds the parts that have changed since the last time: `node scripts/build.mjs`. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { inputFiles, runSteps } from './build-steps.mjs';
import { CannotBuild, orExplain } from './cannot-build.mjs';
import { NODE_IN_USE, ROOT, withTools } from './tools.mjs';

/**
 * Files that the steps write into source folders. The Prisma client depends on its schema alone; the client's archive, the console, the
 * player and the recorder are served.
 */
const WRITTEN =
  /^(libs\/relational\/src\/gen|apps\/gateway\/assets\/(client|console(\.next)?|replay)|apps\/ingest\/assets\/recorder)\//;
const TEST = /(\.(spec|fixture)\.tsx?$|\/testing\/|^libs\/(testing|test-servers)\/)/;
const isSource = (file) => !WRITTEN.test(file);
const isServed = (file) => isSource(file) && !TEST.test(file);
/** Files that processes read from where they are are inputs of no bundle, and neither are documents. */
const isBundled = (file) =>
  isServed(file) && !file.startsWith('apps/console/') && /\/(src|scripts)\/|package\.json$|tsconfig\.json$/.test(file);

const CONFIGURATION = ['tsconfig.base.json', 'tsconfig.json'];
/** The projects that serving needs; the compiler adds the projects to which they refer. */
const SERVING = ['apps/standalone', 'apps/admin', 'apps/cli', 'libs/recorder'];
const compile = (projects, { wasKilled }) =>
  // The compiler trusts its own records of written files, unless it may have been killed in between.
  run('node', ['node_modules/typescript-native/bin/tsc', '-b', ...(wasKilled ? ['--force'] : []), ...projects]);

const STEPS = [
  {
    name: 'install',
    inputs: ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'patches'],
    outputs: ['node_modules'],
    run: () => run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--silent']),
  },
  {
    // The Prisma client is generated, not committed; committed files under gen/ are checked for drift by the tests.
    name: 'generate',
    inputs: ['libs/relational/prisma/schema', 'libs/relational/scripts'],
    outputs: ['libs/relational/src/gen'],
    run: ({ wasKilled }) => run('node', ['libs/relational/scripts/generate.mjs', ...(wasKilled ? ['--force'] : [])]),
  },
  {
    name: 'compile',
    inputs: ['apps', 'libs', ...CONFIGURATION],
    accepts: isBundled,
    outputs: ['apps/standalone/dist/main.js', 'apps/admin/dist/main.js'],
    run: (state) => compile(SERVING, state),
  },
  {
    name: 'bundle the client',
    inputs: ['LICENSE', 'apps/cli/bin'],
    outputs: ['apps/cli/dist/svc.js', 'apps/gateway/assets/client/cli.tgz'],
    run() {
      run('node', ['apps/cli/scripts/bundle.mjs']);
      run('node', ['apps/cli/scripts/pack.mjs']);
    },
  },
  {
    name: 'bundle the player',
    inputs: ['libs/player/src', 'libs/player/third-party-licenses.txt'],
    outputs: ['libs/player/dist/packages.json', 'apps/gateway/assets/replay/frame.js'],
    run: () => run('node', ['libs/player/scripts/bundle.mjs']),
  },
  {
    name: 'bundle the recorder',
    inputs: [],
    outputs: ['recorder.js', 'record.js', 'version.json', 'recorder.tgz'].map(
      (file) => `apps/ingest/assets/recorder/${file}`,
    ),
    run() {
      run('node', ['libs/recorder/scripts/bundle.mjs']);
      run('node', ['libs/recorder/scripts/pack.mjs']);
    },
  },
  {
    name: 'bundle the service',
    inputs: [],
    outputs: ['apps/standalone/dist/bundle/main.js', 'apps/standalone/dist/services/gateway.js'],
    run: () => run('node', ['apps/standalone/scripts/bundle.mjs']),
  },
  {
    // First starts copy it, so that they need no account with a name, as initdb does.
    name: 'cluster template',
    inputs: [],
    outputs: ['libs/relational/dist/embedded/cluster.template'],
    run: () => run('node', ['libs/relational/scripts/cluster-template.mjs']),
  },
  {
    // The last step, because a step depends on all before it, and no other one depends on the console.
    name: 'bundle the console',
    inputs: ['apps/console/src', 'apps/console/scripts'],
    accepts: (file) => !TEST.test(file),
    outputs: ['apps/console/dist/packages.json', 'apps/gateway/assets/console/index.html'],
    run: () => run('node', ['apps/console/scripts/bundle.mjs']),
  },
];

/** Specs, benchmarks and their helpers are compiled only on demand. */
const TESTS = {
  name: 'compile tests',
  inputs: ['apps', 'libs', 'e2e', 'bench'],
  accepts: isSource,
  outputs: ['e2e/dist'],
  run: (state) => compile([], state),
};

const OPTIONS = { root: ROOT, stamps: path.join(ROOT, '.tools', 'stamps'), toolchain: NODE_IN_USE };

/** @param forServing leaves out packages that only tests need. */
export function build({ forServing = false } = {}) {
  runSteps(forServing ? STEPS : [...STEPS, TESTS], OPTIONS);
}

/** All files that the build depends on. */
export function findInputs() {
  return inputFiles([...STEPS, TESTS], ROOT);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  // The program has printed the reason.
  if (status !== 0) throw new CannotBuild(`The build failed: ${[command, ...args].join(' ')}`);
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  await orExplain(() => withTools(import.meta.url, () => build()));
