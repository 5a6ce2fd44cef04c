/**
 * One task of the gate in a process of its own: `node scripts/gates/task.mjs '<task as JSON>'`. It reports through
 * `SVC_GATE_EVENTS`; its output goes to a log file. The gate kills its process group when it has ended, or when it
 * hangs.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { NODE, ROOT } from '../tools.mjs';
import { findNode } from './client-nodes.mjs';
import { fail, pass, report, skip } from './totals.mjs';

const task = JSON.parse(process.argv[2]);
const KINDS = {
  steps: runSteps,
  jest: runProject,
  service: runBesideService,
  alone: runWithoutService,
  client: runClient,
};

// The gate asks a task to end before it kills it, so that services and servers stop in order.
process.once('SIGTERM', () => process.exit(143));
await KINDS[task.kind](task);
process.exit();

async function runSteps({ steps }) {
  for (const { module, name } of steps) await (await import(module))[name]();
}

async function runProject({ project, files, env }) {
  await jest([`--selectProjects=${project}`], files, env);
}

/** Black-box specs that share one service, whose logs and files are searched afterwards. */
async function runBesideService({ topology: kind, files, env }) {
  if (!(await hasServers(kind, files))) return;
  const { addressEnvironment, startTopology } = await importBuilt('e2e/dist/topology.js');
  const topology = await startTopology(kind);
  report({ type: 'ready' });
  try {
    const secrets = path.join(topology.directory, 'secrets-of-the-run');
    const address = { ...addressEnvironment(topology), SVC_E2E_SECRETS: secrets };
    await jest(['--config=jest.e2e.config.mjs'], files, { ...address, ...env });
    await noSecretsLogged(topology, secrets, kind);
    if (kind === 'standalone') await noFilesExposed(path.join(topology.directory, 'state'));
  } finally {
    await topology.stop();
  }
}

/** Black-box specs that start, and kill, a service of their own. */
async function runWithoutService({ topology, files, env }) {
  if (!(await hasServers(topology, files))) return;
  await jest(['--config=jest.e2e.config.mjs'], files, { SVC_E2E_TOPOLOGY: topology, ...env });
}

/** Specs of the client on another version of Node. */
async function runClient({ major, files, env }) {
  const node = await findNode(major);
  if (node !== undefined) return await jest(['--selectProjects=int'], files, { SVC_TEST_CLIENT_NODE: node, ...env });
  skipFiles(`client on Node ${major}`, files, 'there is none on the path, and npm could not be reached');
}

/**
 * Whether services of this topology can be started here; if not, its specs are skipped. Six processes need servers that one has within it.
 */
async function hasServers(topology, files) {
  if (topology !== 'distributed') return true;
  const { missingServers } = await importBuilt('libs/test-servers/dist/index.js');
  const reason = await missingServers();
  if (reason !== undefined) skipFiles(`${task.place}: ${files.length} spec files`, files, reason);
  return reason === undefined;
}

/** Reports specs that cannot run on this machine, which does not count as their failure. */
function skipFiles(name, files, reason) {
  if (process.env.SVC_REQUIRE_ALL === '1') fail(name, reason);
  else skip(`${name} (${reason})`);
  for (const file of files) report({ type: 'file', file, tests: [], failed: false, message: '', ms: 0 });
}

async function jest(args, files, env) {
  const options = ['--forceExit', '--maxWorkers=1', `--reporters=${path.join(ROOT, 'scripts/jest/reporter.mjs')}`];
  const child = spawn(
    NODE,
    ['node_modules/jest/bin/jest.js', ...options, ...args, '--runTestsByPath', ...files.map(compiled)],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  await new Promise((resolve) => child.once('exit', resolve));
}

/** The compiled spec of a source; specs of scripts are not compiled. */
function compiled(file) {
  return file.endsWith('.ts') ? file.replace('/src/', '/dist/').replace(/\.ts$/, '.js') : file;
}

function importBuilt(file) {
  return import(path.join(ROOT, file));
}

/** Everything that the service stored is private to its user. */
async function noFilesExposed(directory) {
  const { findExposedFiles } = await importBuilt('libs/testing/dist/exposed-files.js');
  const found = await findExposedFiles(directory);
  const name = 'no stored file is open to other users';
  if (found.length === 0) pass(name);
  else fail(name, `${found.length} files are, ${found.slice(0, 5).join(', ')} among them`);
}

/** No secret of the specs is in the logs of the service. */
async function noSecretsLogged(topology, file, kind) {
  const { findLeakedSecrets } = await importBuilt('libs/testing/dist/leaked-secrets.js');
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const found = await findLeakedSecrets(topology.directory, [topology.apiKey, ...known]);
  const name = `no secret is in the logs of ${kind}`;
  if (found.length === 0) pass(name);
  else fail(name, `secrets are at ${found.join(', ')}`);
}
