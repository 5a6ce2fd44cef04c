/**
 * Runs the parts of `npm test`.
 *
 * check: generated code, protos, formatting, lint, boundaries and structure. chart: the checks of the Helm chart. unit:
 * the specs beside the code, pure and on real embedded stores. e2e: the black-box suite, on one process and on six.
 * quick: check and the pure specs. A suite by its name: only that one.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../build.mjs';
import { prefetch } from '../prefetch.mjs';
import { ROOT } from '../tools.mjs';
import { CACHE } from '../user-cache.mjs';
import { testEnvironment } from './environment.mjs';
import { evidenceIn } from './evidence.mjs';
import { historyIn } from './history.mjs';
import { inputReader } from './inputs.mjs';
import { runTasks } from './lanes.mjs';
import { lotsOf } from './lots.mjs';
import { planTasks, writeDurations } from './plan.mjs';
import { createRecord } from './record.mjs';
import { assignSpecs, SUITES } from './suites.mjs';
import { killTasks } from './task-process.mjs';

/** Typical duration of a step without specs if nothing is cached. */
const CHECK_SECONDS = 120;
/** The gate has to end before its caller kills it, because a killed gate prints no report. */
const DEADLINE_MS = 80 * 60_000;

/** Average number of tasks that run at a time: two in the lanes, and now and then one that fills idle processors. */
const USUAL_LANES = 2.5;

const TOPOLOGIES = ['standalone', 'distributed'];

const PARTS = {
  check: ({ name }) => name === 'checks',
  chart: ({ name }) => name === 'chart',
  quick: ({ name }) => ['checks', 'pure specs'].includes(name),
  unit: ({ place = '' }) => ['unit', 'int', 'budget'].includes(place) || place.startsWith('client '),
  e2e: ({ place = '' }) => place.startsWith('standalone') || place.startsWith('distributed'),
};

/**
 * Runs the named parts, or all of them, and exits; the exit code says whether everything passed.
 *
 * @param options only: part of the path of spec files; topology: one of the two; isAll: heavy suites run whatever has passed before.
 */
export async function gates(parts, { only, topology, isAll }) {
  const deadline = Date.now() + DEADLINE_MS;
  refuseUnknown(parts, topology);
  build();
  const isWhole = parts.length === 0 && only === '';
  const [tree, commit] = ['HEAD^{tree}', 'HEAD'].map((name) => hashOfRevision(name));
  const selected = assignSpecs()
    .filter((suite) => parts.length === 0 || parts.some((part) => PARTS[part]?.(suite) || suite.name === part))
    .filter(({ place }) => topology === undefined || !place || place.startsWith(topology))
    .map((suite) => ({ ...suite, files: suite.files.filter((file) => matches(file, only)) }));
  const reader = inputReader();
  const wanted = isWhole && !isAll ? drawFiles(selected, reader) : selected;
  // The hash is computed before anything runs: later edits have not been tested.
  for (const suite of wanted) if (suite.heavy) suite.hash = reader.hashOf(suite);
  const record = createRecord(wanted);
  const evidence = evidenceIn(path.join(CACHE, 'gate', 'passed'), { tree });
  const spared = isWhole && !isAll ? findSpared(wanted, evidence, record) : new Set();
  const suites = wanted.filter((suite) => !spared.has(suite));

  const directory = mkdtempSync(path.join(tmpdir(), 'svc-gate-'));
  const tasks = planTasks(suites);
  const remember = (totals) => {
    const history = historyIn(path.join(CACHE, 'gate', 'runs.jsonl'));
    history.add({ date: new Date().toISOString(), commit, ...totals });
    return history.lines();
  };
  const isComparable = isWhole && !isAll && topology === undefined;
  let isFinishing = false;
  const finish = (reason) => {
    // A terminal and the process that waits for this one may both pass on a signal.
    if (isFinishing) return;
    isFinishing = true;
    killTasks();
    writeDurations(record.durations());
    // Passed suites count even if the rest was interrupted.
    if (only === '') keepEvidence(suites, record, evidence);
    end({ record, only, tasks, reason, directory, remember: isComparable ? remember : undefined });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => finish(`${signal} ended the gate`));
  setTimeout(() => finish('the gate ran out of time'), deadline - Date.now()).unref();

  announce(tasks);
  const prefetched = prefetch(suites.map(({ name }) => name));
  await runTasks(tasks, { record, directory, prefetched, env: testEnvironment(reader, directory, isAll) });
  finish();
}

/** Ends the process with 2 if nothing has this name: otherwise less would be tested than was asked for. */
function refuseUnknown(parts, topology) {
  const suites = SUITES.map(({ name }) => name);
  const unknown = parts.filter((part) => !(part in PARTS) && !suites.includes(part));
  if (topology !== undefined && !TOPOLOGIES.includes(topology)) unknown.push(`--topology=${topology}`);
  if (unknown.length === 0) return;
  console.error(
    `There is no ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}. Suites: ${suites.join(', ')}.`,
  );
  process.exit(2);
}

const hashOfRevision = (name) => execFileSync('git', ['rev-parse', name], { cwd: ROOT, encoding: 'utf8' }).trim();

/** Announces the expected duration: as measured on this machine, or else a typical one. */
function announce(tasks) {
  const files = tasks.reduce((sum, task) => sum + task.files.length, 0);
  const longest = Math.max(0, ...tasks.map(({ seconds = 0 }) => seconds));
  const sum = tasks.reduce((total, { seconds = CHECK_SECONDS }) => total + seconds, 0);
  const minutes = Math.ceil(Math.max(longest, sum / USUAL_LANES) / 60);
  console.log(`${files} spec files in ${tasks.length} tasks: about ${minutes} minutes`);
}

/** The suites with the files that their inputs draw; one line for each suite of which some are left out. */
function drawFiles(suites, reader) {
  return suites.map((suite) => {
    if (suite.oneOf === undefined || suite.files.length === 0) return suite;
    const files = lotsOf(reader.hashOf(suite)).drawFiles(suite);
    const left = suite.files.length - files.length;
    if (left > 0) console.log(`${suite.name}: ${files.length} of ${suite.files.length} files, drawn by their inputs`);
    return { ...suite, files };
  });
}

/** The path of the source or of the compiled spec. */
function matches(file, only) {
  return file.includes(only) || file.replace('/src/', '/dist/').includes(only);
}

/** The suites that can be left out, because they have passed on the same inputs. */
function findSpared(suites, evidence, record) {
  const passed = new Map(suites.filter(({ heavy }) => heavy).map((suite) => [suite, evidence.find(suite)]));
  const hits = suites.filter((suite) => passed.get(suite) !== undefined);
  const drawn = evidence.draw(hits);
  for (const suite of hits) {
    const text = `${suite.name}: ${passed.get(suite).passed} tests on ${passed.get(suite).date.slice(0, 10)}`;
    if (drawn.has(suite)) console.log(`runs although it has passed: ${text}`);
    else record.hit(text);
  }
  return new Set(hits).difference(drawn);
}

/** Records evidence only for suites that passed at the first attempt. */
function keepEvidence(suites, record, evidence) {
  for (const suite of suites.filter(({ heavy }) => heavy)) {
    const passed = record.passedAtOnce(suite);
    if (passed > 0) evidence.write(suite, passed);
  }
}

/** Ends the gate with its report, also when it is interrupted: then it names the open tasks. */
function end({ record, only, tasks, reason, directory, remember }) {
  const open = tasks.flatMap((task) =>
    task.files.filter((file) => !record.hasResult(task, file)).map((file) => `${task.place}: ${file}`),
  );
  if (reason !== undefined) console.log(`\nFAILED: ${reason}`);
  const code = record.report({ only, unfinished: reason === undefined ? [] : [reason, ...open], remember });
  // The output of the tasks is useful only after a failure.
  if (code === 0) rmSync(directory, { recursive: true, force: true });
  process.exit(code);
}
