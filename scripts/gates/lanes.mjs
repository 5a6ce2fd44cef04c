/**
 * Runs tasks in two lanes and tasks that fill idle processors, then the ones that must run alone, then repeats the
 * failed ones once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { idleMeter } from './idle-meter.mjs';
import { createQueue } from './queue.mjs';
import { runTask } from './task-process.mjs';

/** The specs of two tasks keep two cores busy; more of them only miss their deadlines. */
const LANES = 2;
/** Number of further tasks that run while specs wait for a service or a clock. */
const FILLERS = 2;
/**
 * Average number of processors that must have been idle between two polls before a further task begins. It gets only
 * the time that the others leave.
 */
const IDLE_PROCESSORS = 0.5;
const POLL_MS = 10_000;
/** If more files have failed, chance is not the reason, and none is repeated. */
const MAX_REPEATED = 10;
/** Maximum length of the failure message of a repeated file in the report and the history. */
const LONGEST_REASON = 1_500;
/** Maximum number of times that a task is continued after it ended before its files did. */
const MAX_ATTEMPTS = 3;

/** Needs no program that is fetched from the network. */
const needsNothing = ({ name, place }) => place === 'unit' || name === 'checks';

/** Counts runs, which have files of their own. */
let runs = 0;

/**
 * Runs everything and leaves the results in the record. The other options are those of `runTask`.
 *
 * @param options prefetched: resolves when the programs that tasks need are installed; until then, only tasks that need
 * none run. idleProcessors: average number of idle processors since the previous call; pollMs: milliseconds between two
 * calls.
 */
export async function runTasks(
  tasks,
  { record, prefetched = Promise.resolve(), idleProcessors = idleMeter(), pollMs = POLL_MS, ...options },
) {
  const run = (task) => runToEnd(task, record, options);
  const runGivingWay = (task) => runToEnd(task, record, { ...options, givesWay: true });
  const inLanes = tasks.filter(({ atEnd }) => !atEnd);
  const queue = createQueue(inLanes.filter(needsNothing));
  const areQueued = prefetched.then(() => queue.add(inLanes.filter((task) => !needsNothing(task))));
  const drain = async () => {
    while (await queue.runNext(run));
    await areQueued;
    while (await queue.runNext(run));
  };
  const lanes = Promise.all(Array.from({ length: LANES }, drain));
  await areQueued;
  await Promise.all([lanes, fillIdleProcessors(queue, runGivingWay, { idleProcessors, pollMs, lanes })]);
  for (const task of tasks.filter(({ atEnd }) => atEnd)) await run(task);
  await repeatFailed(tasks, record, run);
}

/** Runs further tasks while processors are idle, because specs wait for a service or a clock. They give way when those no longer wait. */
async function fillIdleProcessors(queue, run, { idleProcessors, pollMs, lanes }) {
  const filling = new Set();
  while (queue.hasSmall()) {
    idleProcessors();
    await Promise.race([delay(pollMs), lanes]);
    const isIdle = idleProcessors() >= IDLE_PROCESSORS;
    const task = isIdle && filling.size < FILLERS ? queue.takeSmall() : undefined;
    if (task === undefined) continue;
    const ended = run(task).finally(() => filling.delete(ended));
    filling.add(ended);
  }
  await Promise.all(filling);
}

/**
 * Runs a task until each of its files has a result. A file that was being run when the process ended has failed; the others are run by
 * another process.
 */
async function runToEnd(task, record, options) {
  let remaining = task.files;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const current = { ...task, id: `${task.id}-${(runs += 1)}`, files: remaining };
    const ended = await runTask(current, { ...options, onEvent: (event) => note(task, event, record) });
    if (task.files.length === 0) {
      if (ended.code !== 0) note(task, missingStep(task, ended), record);
      return;
    }
    for (const file of ended.started) note(task, missingResult(file, ended), record);
    remaining = remaining.filter((file) => !record.hasResult(task, file));
    if (remaining.length === 0) return;
    console.log(
      `\n${task.name}: ${remaining.length} files have no result (${describe(ended)}); attempt ${attempt} of ${MAX_ATTEMPTS}`,
    );
  }
  for (const file of remaining) note(task, missingResult(file, { code: 'no start' }), record);
}

const describe = ({ silent, code, log }) =>
  `${silent ? 'killed, because nothing came from it for minutes' : `ended with ${code}`}${log ? `, output in ${log}` : ''}`;

const missingResult = (file, ended) => ({
  type: 'file',
  file,
  tests: [],
  failed: true,
  message: `no result: ${describe(ended)}`,
  ms: 0,
  cpuSeconds: 0,
});

const missingStep = (task, ended) => ({
  type: 'step',
  name: task.name,
  status: 'failed',
  message: describe(ended),
  cpuSeconds: 0,
});

/** Prints a result as it comes and adds it to the record. */
function note(task, event, record) {
  const time = new Date().toTimeString().slice(0, 8);
  if (event.type === 'step') {
    record.step(task, event);
    const took = event.ms === undefined ? '' : ` (${(event.ms / 1_000).toFixed(1)} s)`;
    console.log(
      `${time} ${event.status === 'failed' ? 'FAILED' : 'ok    '} ${event.name}${took}${event.message ? `\n${event.message}` : ''}`,
    );
    return;
  }
  record.file(task, event);
  const figures = `${(event.ms / 1_000).toFixed(1)} s, CPU ${event.cpuSeconds.toFixed(1)} s, ${event.tests.length} tests`;
  console.log(
    `${time} ${event.failed ? 'FAILED' : 'ok    '} ${task.place}: ${event.file} (${figures})${event.failed ? `\n${event.message}` : ''}`,
  );
}

/**
 * Runs the failed files again, one after the other, with nothing else running: a file that passes now had too little processor
 * time and no fault.
 */
async function repeatFailed(tasks, record, run) {
  const failed = [...record.results.values()].filter((result) => result.failed);
  if (failed.length === 0 || failed.length > MAX_REPEATED) return;
  for (const { place, file, tests, message } of failed) {
    const task = tasks.find((each) => each.place === place && each.files.includes(file));
    console.log(`\nrepeating ${place}: ${file}`);
    record.results.delete(`${place} ${file}`);
    await run({ ...task, files: [file] });
    if (record.results.get(`${place} ${file}`)?.failed !== false) continue;
    const titles = tests.filter(({ status }) => status === 'failed').map(({ title }) => title);
    record.repeated(task, file, `${[`${place}: ${file}`, ...titles].join('; ')}\n${message.slice(0, LONGEST_REASON)}`);
  }
}
