/**
 * Runs every benchmark, one after the other, and draws the history of its figures: `node dist/overnight.js [name ...]`, all without names.
 * Takes some hours, needs a quiet machine, and ends with 1 if a benchmark failed. Peers are left out where Go is missing.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { drawAll, record } from './history/history.js';
import { toMeasurements } from './history/measurements.js';

/** Log records a second: half of the rate at full load on two cores. */
const HALF_LOAD = '75000';

/** The benchmarks by name, with the arguments of their runs. */
const BENCHMARKS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  otlp: [['10']],
  stages: [[]],
  store: [['60000', '20']],
  'event-log': [[]],
  capture: [['10']],
  ingest: [['60']],
  'ingestion/steady': [['60']],
  collector: [['60']],
  loki: [[]],
  decide: [['1000', '60']],
  idle: [['60']],
  'cost/extraction': [['10']],
  'cost/symbolicate': [['10']],
  'cost/oncall': [[]],
  'alerts/rules': [[]],
  'alerts/storm': [[]],
  'deliveries/drain': [[]],
  'exports/files': [['10000000']],
  errors: [[]],
  events: [[]],
  reads: [[], ['', '', '', '', '', HALF_LOAD]],
  'reading/dashboards': [[]],
  'reading/agent-runs': [[]],
  'reading/model-calls': [[]],
  'reading/replay': [[]],
  soak: [['600']],
  growth: [[]],
};

/** Peers that are built from the Go module proxy. */
const NEED_GO = new Set(['collector', 'loki']);

const asked = process.argv.slice(2);
const names = asked.length === 0 ? Object.keys(BENCHMARKS) : asked;
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const failed: string[] = [];
for (const name of names) {
  const runs = BENCHMARKS[name];
  if (!runs) throw new Error(`There is no benchmark named ${name}.`);
  if (NEED_GO.has(name) && !hasGo()) process.stderr.write(`${name} is skipped: Go is not installed\n`);
  else for (const options of runs) if ((await run(name, options)) !== 0) failed.push(name);
}
process.stderr.write(`${await drawAll()} pictures\n`);
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

/** Records each figure as soon as it is printed, so that an interrupted night keeps its measurements. */
async function run(name: string, options: readonly string[]): Promise<number | null> {
  process.stderr.write(`${name}\n`);
  const script = new URL(`${name}.js`, import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for await (const line of createInterface(child.stdout)) {
    process.stdout.write(`${line}\n`);
    await record(toMeasurements(name, line, { commit, measuredAt: new Date().toISOString() }));
  }
  return ended;
}

function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
