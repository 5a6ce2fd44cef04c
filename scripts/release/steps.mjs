/** The steps of a release. Each returns problems, `skipped` with the reason, or neither. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { CHART } from '../chart/chart.mjs';
import { findJudges } from '../gates/chart.mjs';
import { ROOT } from '../tools.mjs';
import {
  checkPostgresAge,
  compareMajors,
  documentedMajors,
  embeddedPostgres,
  majorsBehind,
  readSupplyChain,
} from './dependencies.mjs';

const OFFLINE = { skipped: '--offline' };

/** Runs a program; its status does not reject. */
export async function run(program, args) {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: ROOT, maxBuffer: 64 * 2 ** 20 });
    return { status: 0, stdout, stderr };
  } catch ({ code, message, stdout = '', stderr = message }) {
    return { status: code, stdout, stderr };
  }
}

/** One version everywhere: of the checkout, of the chart and of the images that it installs. */
export function checkVersions() {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const chart = parse(readFileSync(path.join(CHART, 'Chart.yaml'), 'utf8'));
  const problems = ['version', 'appVersion']
    .filter((field) => chart[field] !== version)
    .map((field) => `Chart.yaml has ${field} ${chart[field]}, and package.json ${version}`);
  return { version, problems };
}

export const checkPostgres = () => ({ problems: checkPostgresAge(readSupplyChain(), embeddedPostgres(), Date.now()) });

export async function checkOutdated({ isOffline }) {
  if (isOffline) return OFFLINE;
  const { stdout, stderr } = await run('pnpm', ['outdated', '--recursive', '--format', 'json']);
  const outdated = readJson(stdout);
  if (outdated === undefined) return { skipped: `the registry does not answer: ${firstLine(stderr || stdout)}` };
  return { problems: compareMajors(majorsBehind(outdated), documentedMajors(readSupplyChain())) };
}

export async function audit({ isOffline }) {
  if (isOffline) return OFFLINE;
  return readAudit(await run('pnpm', ['audit', '--prod', '--audit-level', 'high', '--json']));
}

/** Tells an audit that found something from one that the registry does not offer. */
export function readAudit({ status, stdout, stderr }) {
  if (status === 0) return {};
  const { metadata, advisories = {} } = readJson(stdout) ?? {};
  if (metadata === undefined) return { skipped: `the registry offers no audit: ${firstLine(stderr || stdout)}` };
  const grave = Object.values(advisories).filter(({ severity }) => severity === 'high' || severity === 'critical');
  return { problems: grave.map(({ module_name: name, title, severity }) => `${name}: ${title} (${severity})`) };
}

/** Resolves with the program, the one on the path first. */
export async function findHelm() {
  if ((await run('helm', ['version', '--short'])).status === 0) return { helm: 'helm' };
  return (await findJudges()).helm().then(
    (helm) => ({ helm }),
    (error) => ({ skipped: `no helm: ${firstLine(error.message)}` }),
  );
}

export async function packageChart(helm, out, version) {
  const { status, stderr } = await run(helm, ['package', CHART, '--destination', out]);
  if (status !== 0) return { problems: [stderr.trim()] };
  return { file: path.join(out, `svc-${version}.tgz`) };
}

/** @param registry `oci://host/path`; `helm registry login` has been run before. */
export async function pushChart(helm, file, registry, isPlain) {
  const { status, stderr } = await run(helm, ['push', file, registry, ...(isPlain ? ['--plain-http'] : [])]);
  if (status !== 0) return { problems: [stderr.trim()] };
  return { digest: /Digest: (sha256:[0-9a-f]{64})/.exec(stderr)?.[1] };
}

function readJson(text) {
  try {
    const value = JSON.parse(text);
    return 'error' in value ? undefined : value;
  } catch {
    return undefined;
  }
}

const firstLine = (text) => text.trim().split('\n')[0];
