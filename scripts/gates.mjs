/**
 * What `npm test` runs, or a part of it.
 *
 * check: generated code, protos, formatting, lint, boundaries, types. unit: the specs beside the code, pure and on real
 * embedded stores. e2e: the black-box suite, on one process and on six.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { build } from './build.mjs';
import { ROOT } from './tools.mjs';

const totals = { passed: 0, failed: 0, skipped: [] };

/** Runs the named parts, or all of them; the exit code says whether everything passed. */
export async function gates(parts) {
  const wants = (part) => parts.length === 0 || parts.includes(part);
  build();
  if (wants('check')) check();
  if (wants('unit')) for (const folder of packages()) await specs(folder);
  if (wants('e2e')) for (const kind of ['standalone', 'distributed']) await endToEnd(kind);
  report();
}

function check() {
  step('generated code is what the sources say', () => {
    command('node', ['scripts/gen.mjs']);
    command('node', ['apps/cli/scripts/write-docs.mjs']);
    command('node', ['scripts/write-configuration.mjs']);
    command('git', ['diff', '--exit-code', '--stat', '--', '*/gen/*', 'docs/', 'apps/gateway/assets/docs/']);
  });
  step('schema and migrations agree', () =>
    command('node', ['libs/relational/scripts/create-migration.mjs', '--check']),
  );
  step('protos: lint and breaking changes', () => command('node', ['scripts/proto-check.mjs']));
  step('formatting', () => command('pnpm', ['exec', 'prettier', '--check', '--log-level=warn', '.']));
  step('lint and boundaries', () => {
    // The boundary rule reads nx's project graph from its cache and says nothing without one.
    command('pnpm', ['exec', 'nx', 'show', 'projects'], 'ignore');
    command('pnpm', ['exec', 'eslint', '--max-warnings=0', '.']);
  });
  sizes();
}

function packages() {
  return globSync('{libs,apps}/*/package.json', { cwd: ROOT })
    .map((file) => path.dirname(file))
    .sort();
}

async function specs(folder, label = '') {
  const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? '';
  const cwd = path.join(ROOT, folder);
  const files = globSync('dist/**/*.spec.js', { cwd }).filter((file) => file.includes(only));
  if (files.length === 0) return;
  console.log(`\n${folder} ${label}`);
  // End-to-end files share one service; elsewhere each file brings its own stores.
  const stream = run({
    cwd,
    files: files.map((file) => path.join(cwd, file)),
    concurrency: folder === 'e2e' ? 1 : 2,
    execArgv: ['--enable-source-maps'],
  });
  const isFile = (event) => event.details?.type === 'suite' || files.some((file) => event.name.endsWith(file));
  stream.on('test:pass', (event) => {
    if (event.skip !== undefined)
      totals.skipped.push(`${folder} ${label}: ${event.name}${event.skip === true ? '' : ` (${event.skip})`}`);
    else if (!isFile(event)) totals.passed++;
  });
  stream.on('test:fail', (event) => {
    if (!isFile(event)) totals.failed++;
    else if (event.details?.error?.failureType !== 'subtestsFailed') totals.failed++;
  });
  await new Promise((resolve) => stream.compose(new spec()).on('end', resolve).pipe(process.stdout));
}

/** One service for all specs; those that kill it start their own. */
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
  try {
    const secrets = path.join(topology.directory, 'secrets-of-the-run');
    Object.assign(process.env, addressEnvironment(topology), { SVC_E2E_SECRETS: secrets });
    await specs('e2e', kind);
    await noSecretsLogged(topology, secrets);
  } finally {
    await topology.stop();
  }
}

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

function step(name, work) {
  console.log(`\n${name}`);
  try {
    work();
    totals.passed++;
  } catch {
    totals.failed++;
    console.log(`FAILED: ${name}`);
  }
}

function command(name, args, stdout = 'inherit') {
  execFileSync(name, args, { cwd: ROOT, stdio: ['ignore', stdout, 'inherit'] });
}

function report() {
  if (totals.skipped.length > 0) console.log(`\nskipped:\n${totals.skipped.map((line) => `  ${line}`).join('\n')}`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped.length} skipped`);
  if (totals.failed > 0 || totals.passed === 0) process.exitCode = 1;
}
