/**
 * Prepares a release: `npm run release -- [--out=<directory>] [--registry=oci://<host>/<path>] [--plain-http] [--builder=<URI>] [--offline]`.
 *
 * Checks versions and dependencies, packages the chart, and writes the bill of materials, the provenance and checksums. It pushes the
 * chart only where a registry is given. What it skips, it names at its end; it exits with 1 if there is a problem, before it pushes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDirty, provenance, sha256 } from './release/provenance.mjs';
import * as steps from './release/steps.mjs';
import { writeSbom } from './sbom.mjs';
import { ROOT, withTools } from './tools.mjs';

const option = (name) => process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const flag = (name) => process.argv.includes(`--${name}`);

const skips = [];
const problems = [];

/** Runs a step and prints its outcome. */
async function step(name, work) {
  const result = (await work()) ?? {};
  problems.push(...(result.problems ?? []));
  if (result.skipped !== undefined) skips.push(`${name}: ${result.skipped}`);
  const outcome = result.skipped !== undefined ? 'skipped' : result.problems?.length > 0 ? 'failed' : 'done';
  console.log(`${outcome.padEnd(8)}${name}`);
  for (const problem of result.problems ?? []) console.log(`        ${problem}`);
  return result;
}

async function release() {
  const startedOn = new Date().toISOString();
  const out = path.resolve(option('out') ?? path.join(ROOT, 'release'));
  const registry = option('registry');
  const isOffline = flag('offline');
  mkdirSync(out, { recursive: true });
  const { version } = await step('one version of everything', () => steps.checkVersions());
  await step('a checkout without changes', () =>
    isDirty() ? (registry ? { problems: ['commit the changes first'] } : { skipped: 'there are changes' }) : {},
  );
  await step('age of the embedded Postgres', () => steps.checkPostgres());
  await step('dependencies a major version behind', () => steps.checkOutdated({ isOffline }));
  await step('audit', () => steps.audit({ isOffline }));

  const files = [path.join(out, 'sbom.cdx.json')];
  await step('bill of materials', () => writeSbom(files[0]));
  const { helm, skipped } = await steps.findHelm();
  const { file } = await step('chart', () => (helm ? steps.packageChart(helm, out, version) : { skipped }));
  if (file !== undefined) files.push(file);
  await step('provenance', () => {
    const builder = option('builder') ?? 'urn:svc:builder:local';
    const statement = provenance({ version, files, builder, startedOn, finishedOn: new Date().toISOString() });
    files.push(path.join(out, 'provenance.intoto.json'));
    writeFileSync(files.at(-1), `${JSON.stringify(statement, null, 2)}\n`);
  });
  await step('checksums', () => {
    const lines = files.map((name) => `${sha256(name)}  ${path.basename(name)}\n`);
    writeFileSync(path.join(out, 'SHA256SUMS'), lines.join(''));
  });
  const { digest } = await step('push of the chart', () => {
    if (registry === undefined) return { skipped: 'no --registry' };
    if (problems.length > 0 || file === undefined) return { skipped: 'there are problems, or there is no chart' };
    return steps.pushChart(helm, file, registry, flag('plain-http'));
  });
  if (digest !== undefined) console.log(`\npushed ${registry}/svc:${version}@${digest}`);
  for (const skip of skips) console.log(`\nskipped ${skip}`);
  if (problems.length > 0) process.exitCode = 1;
}

await withTools(import.meta.url, release);
