/**
 * Compares the CPU cost of this build with that of another commit: `node dist/guard.js <commit> [only]`. Builds the commit beside the
 * checkout, and runs ingestion at full load and at steady rates, stages, store, capture and reads of both in turn, three times each. It
 * prints the ratio of the least cost of each figure, ours to theirs, with the spread of the pairs. A benchmark with a figure that is worse
 * (above 1.1, and above 1 in each pair) runs up to three more times. Ends with 1 if one remains worse. Takes about three quarters of an
 * hour and needs a machine that does nothing else. Each build runs its own benchmarks on its own data; steady rates are sent to both by
 * the sender of this build.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '@svc/testing';
import { compare, parseCosts, isWorse, MAX_RATIO, type Comparison, type Cost } from './guard/costs.js';

const ROUNDS = 3;
const MAX_ROUNDS = 6;
const READ_DATA = ['1000000', '2000000'];
const STEADY = 'ingestion/steady';
/** The benchmarks with their arguments; `reads` also gets a directory, which it fills in the first round. */
const BENCHMARKS: readonly (readonly [name: string, ...args: string[]])[] = [
  ['stages'],
  ['store', '60000', '8'],
  ['capture', '5'],
  ['ingest', '10'],
  [STEADY, '20', '2500,25000'],
  ['reads'],
];

interface Build {
  readonly root: string;
  readonly directory: string;
}

const [commit, only = ''] = process.argv.slice(2);
if (commit === undefined) throw new Error('Name the commit to compare with: node dist/guard.js <commit>');
const base = await prepare(buildRevision(commit));
const ours = await prepare(ROOT);
try {
  const comparisons: Comparison[] = [];
  for (const benchmark of BENCHMARKS.filter(([name]) => name.includes(only))) {
    const found = await compareBuilds(benchmark);
    comparisons.push(...found);
    for (const { name, ratio, least, most } of found) {
      const [figure, from, to] = [ratio, least, most].map((each) => each.toFixed(2));
      process.stdout.write(`${figure} (${from} to ${to}) ${name}\n`);
    }
  }
  const worse = comparisons.filter(isWorse);
  if (comparisons.length === 0) throw new Error('nothing was compared');
  process.stdout.write(
    `${comparisons.length} compared, ${worse.length} worse: above ${MAX_RATIO}, and above 1 in each pair\n`,
  );
  for (const { name } of worse) process.stdout.write(`worse: ${name}\n`);
  if (worse.length > 0) process.exitCode = 1;
} finally {
  for (const { directory } of [base, ours]) await rm(directory, { recursive: true, force: true });
}

/** Runs both builds in turn, until nothing of ours seems worse or the rounds are spent. */
async function compareBuilds(benchmark: readonly [string, ...string[]]): Promise<Comparison[]> {
  const runs: { ours: Cost[][]; base: Cost[][] } = { ours: [], base: [] };
  for (let round = 1; ; round++) {
    runs.base.push(await run(base, benchmark));
    runs.ours.push(await run(ours, benchmark));
    const found = compare(runs.ours, runs.base);
    if (round === MAX_ROUNDS || (round >= ROUNDS && !found.some(isWorse))) return found;
  }
}

function buildRevision(revision: string): string {
  const script = path.join(ROOT, 'scripts/earlier-build.mjs');
  const env = { ...process.env, SVC_UPGRADE_BASE: revision };
  const printed = execFileSync(process.execPath, [script], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { root, reason } = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as { root?: string; reason?: string };
  if (root === undefined) throw new Error(`${revision} cannot be built: ${reason}`);
  return root;
}

async function prepare(root: string): Promise<Build> {
  return { root, directory: await mkdtemp(path.join(tmpdir(), 'svc-guard-')) };
}

async function run({ root, directory }: Build, [name, ...args]: readonly [string, ...string[]]): Promise<Cost[]> {
  const options = name === 'reads' ? [directory, ...READ_DATA] : name === STEADY ? [...args, root] : args;
  const bench = path.join(name === STEADY ? ROOT : root, 'bench');
  const child = spawn(process.execPath, [path.join(bench, `dist/${name}.js`), ...options], {
    cwd: bench,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const costs: Cost[] = [];
  for await (const line of createInterface(child.stdout)) costs.push(...parseCosts(name, line));
  const code = await ended;
  if (code !== 0) throw new Error(`${name} of ${root} ended with ${code}`);
  return costs;
}
