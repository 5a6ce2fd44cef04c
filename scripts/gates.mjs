/**
 * What `npm test` runs, or a part of it.
 *
 * check: generated code, protos, formatting, lint, boundaries, types. unit: the specs beside the code, pure and on real
 * embedded stores. e2e: the black-box suite, on one process and on six.
 *
 * The black-box suite waits half of the time, so each topology runs beside the specs, and what it prints comes out whole when it is
 * done.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { promisify } from 'node:util';
import { build } from './build.mjs';
import { ROOT } from './tools.mjs';

const totals = { passed: 0, failed: 0, skipped: [] };
/** Runs the files it is given in one process. */
const SPEC_GROUP = path.join(ROOT, 'scripts/spec-group.mjs');
const ONLY = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? '';

/** Runs the named parts, or all of them; the exit code says whether everything passed. */
export async function gates(parts) {
  const wants = (part) => parts.length === 0 || parts.includes(part);
  build();
  if (wants('check')) await checkGenerated();
  await Promise.all([
    inTurn([
      ...(wants('check') ? [check] : []),
      ...(wants('unit') ? packages().map((folder) => () => specs(folder)) : []),
    ]),
    ...(wants('e2e') ? ['standalone', 'distributed'].map(endToEnd) : []),
  ]);
  report();
}

async function inTurn(parts) {
  for (const part of parts) await part();
}

/** Before all else: it writes what the other parts read. */
async function checkGenerated() {
  await step('generated code is what the sources say', async () => {
    await command('node', ['scripts/gen.mjs']);
    await command('node', ['apps/cli/scripts/write-docs.mjs']);
    await command('node', ['scripts/write-configuration.mjs']);
    await command('git', ['diff', '--exit-code', '--stat', '--', '*/gen/*', 'docs/', 'apps/gateway/assets/docs/']);
  });
}

async function check() {
  await step('schema and migrations agree', () =>
    command('node', ['libs/relational/scripts/create-migration.mjs', '--check']),
  );
  await step('protos: lint and breaking changes', () => command('node', ['scripts/proto-check.mjs']));
  await step('formatting', () => command('pnpm', ['exec', 'prettier', '--check', '--log-level=warn', '.']));
  await step('lint and boundaries', async () => {
    // The boundary rule reads nx's project graph from its cache and says nothing without one.
    await command('pnpm', ['exec', 'nx', 'show', 'projects']);
    await command('pnpm', ['exec', 'eslint', '--max-warnings=0', '.']);
  });
  sizes();
}

function packages() {
  return globSync('{libs,apps}/*/package.json', { cwd: ROOT })
    .map((file) => path.dirname(file))
    .sort();
}

async function specs(folder, label = '', env = {}, isMeant = () => true) {
  const cwd = path.join(ROOT, folder);
  const files = globSync('dist/**/*.spec.js', { cwd }).filter((file) => file.includes(ONLY) && isMeant(file));
  if (files.length === 0) return;
  console.log(`\n${folder} ${label}${folder === 'e2e' ? ' has begun' : ''}`);
  const isPure = (file) => folder !== 'e2e' && !file.endsWith('.int.spec.js');
  const pure = files.filter(isPure);
  const processes = files.filter((file) => !isPure(file)).map((file) => path.join(cwd, file));
  if (pure.length > 0) processes.unshift(SPEC_GROUP);
  const stream = run({
    cwd,
    files: processes,
    // Only the group reads them.
    argv: pure,
    // End-to-end files share one service; elsewhere each file brings its own stores.
    concurrency: folder === 'e2e' ? 1 : 2,
    execArgv: ['--enable-source-maps'],
    env: { ...process.env, ...env },
  });
  const isFile = (event) => event.details?.type === 'suite' || processes.includes(event.name);
  stream.on('test:pass', (event) => {
    if (event.skip !== undefined)
      totals.skipped.push(`${folder} ${label}: ${event.name}${event.skip === true ? '' : ` (${event.skip})`}`);
    else if (!isFile(event)) totals.passed++;
  });
  stream.on('test:fail', (event) => {
    if (!isFile(event)) totals.failed++;
    else if (event.details?.error?.failureType !== 'subtestsFailed') totals.failed++;
  });
  const printed = stream.compose(new spec());
  if (folder === 'e2e') console.log(`\n${folder} ${label}\n${await buffer(printed)}`);
  else await new Promise((resolve) => printed.on('end', resolve).pipe(process.stdout));
}

/** One service for all specs; those that kill it start their own, when this one is gone. */
async function endToEnd(kind) {
  const { addressEnvironment, startTopology } = await import(path.join(ROOT, 'e2e/dist/topology.js'));
  let topology;
  try {
    topology = await startTopology(kind);
  } catch (error) {
    console.log(`\ne2e ${kind}: ${error.stack}`);
    if (process.env.SVC_REQUIRE_ALL === '1' || kind === 'standalone') totals.failed++;
    else totals.skipped.push(`e2e ${kind} (${error.message})`);
    return;
  }
  const address = addressEnvironment(topology);
  try {
    const secrets = path.join(topology.directory, 'secrets-of-the-run');
    await specs('e2e', kind, { ...address, SVC_E2E_SECRETS: secrets }, (file) => !kills(file));
    await noSecretsLogged(topology, secrets);
  } finally {
    await topology.stop();
  }
  await specs('e2e', `${kind}, killed`, address, kills);
}

const kills = (file) => file.startsWith('dist/crash/');

/** Whatever the specs made the service do, no secret of theirs may be in its logs. */
async function noSecretsLogged(topology, file) {
  const { findLeakedSecrets } = await import(path.join(ROOT, 'libs/testing/dist/leaked-secrets.js'));
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const found = await findLeakedSecrets(topology.directory, [topology.apiKey, ...known]);
  if (found.length === 0) totals.passed++;
  else totals.failed++;
  console.log(
    found.length === 0 ? 'no secret is in the logs' : `FAILED: secrets are in the logs, at ${found.join(', ')}`,
  );
}

/** Sizes are watched, not enforced: the median and the largest tell whether the code is still made of small parts. */
function sizes() {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !file.includes('/gen/') && existsSync(path.join(ROOT, file)))
    .map((file) => ({ file, lines: readFileSync(path.join(ROOT, file), 'utf8').split('\n').length }))
    .sort((a, b) => a.lines - b.lines);
  const at = (share) => files[Math.min(files.length - 1, Math.floor(files.length * share))];
  console.log(`\nfile sizes: ${files.length} files, median ${at(0.5)?.lines}, p90 ${at(0.9)?.lines} lines; largest:`);
  for (const { file, lines } of files.slice(-5).reverse()) console.log(`  ${lines} ${file}`);
}

/** Not in the foreground: the black-box suite goes on meanwhile. */
async function step(name, work) {
  const began = Date.now();
  try {
    await work();
    totals.passed++;
    console.log(`\n${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    totals.failed++;
    console.log(`\nFAILED: ${name}\n${error.stdout ?? ''}${error.stderr ?? error.stack}`);
  }
}

async function command(name, args) {
  const { stdout } = await promisify(execFile)(name, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  if (stdout.trim() !== '') console.log(stdout.trim());
}

function report() {
  if (totals.skipped.length > 0) console.log(`\nskipped:\n${totals.skipped.map((line) => `  ${line}`).join('\n')}`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped.length} skipped`);
  if (totals.failed > 0 || totals.passed === 0) process.exitCode = 1;
}
