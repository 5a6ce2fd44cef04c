/** Runs one task as a process group: follows its events and its CPU time, and ends it when it gives no result for too long. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NODE, ROOT } from '../tools.mjs';
import { followCpu } from './cpu.mjs';

/** The longest spec file takes about four minutes on a busy machine. */
const SILENCE_MS = 8 * 60_000;
const POLL_MS = 1_000;
/** The niceness of a task that gives way: it has a third of the weight of another one. */
const GIVING_WAY = '5';
const ENTRY = path.join(import.meta.dirname, 'task.mjs');

const running = new Set();

/** Kills all processes that tasks have started. */
export function killTasks() {
  for (const leader of running) killGroup(leader);
}

/**
 * Resolves to the result of the ended task: `started` are files without a result, and `silent` is true if it was ended
 * because it had printed nothing for too long.
 *
 * @param onEvent receives each event, with the CPU seconds since the one before.
 * @param givesWay whether it gets only the processor time that others leave.
 */
export async function runTask(
  task,
  { directory, onEvent, env, givesWay = false, entry = ENTRY, silenceMs = SILENCE_MS },
) {
  const base = path.join(directory, task.id);
  const [events, log] = [`${base}.jsonl`, openSync(`${base}.log`, 'a')];
  closeSync(openSync(events, 'a'));
  const child = spawn(NODE, [entry, JSON.stringify(task)], {
    cwd: ROOT,
    // A group of its own, so that whatever a failed spec leaves running ends with it.
    detached: true,
    env: { ...process.env, ...env, SVC_GATE_EVENTS: events },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  if (givesWay) giveWay(child.pid);
  running.add(child.pid);
  const follow = new Follower(events, followCpu(child.pid), onEvent);
  let silent = false;
  const timer = setInterval(() => {
    follow.look();
    if (Date.now() - follow.heardAt < silenceMs) return;
    silent = true;
    killGroup(child.pid);
  }, POLL_MS);
  const code = await new Promise((resolve) => child.once('exit', (status, signal) => resolve(status ?? signal)));
  clearInterval(timer);
  killGroup(child.pid);
  running.delete(child.pid);
  follow.look();
  return { code, silent, started: [...follow.started], cpuSeconds: follow.cpuSeconds, log: `${base}.log` };
}

/** Reads the lines appended to the file of events since the last read. */
class Follower {
  heardAt = Date.now();
  /** Files that have begun and have no result yet. */
  started = new Set();
  cpuSeconds = 0;
  #unclaimedSeconds = 0;
  #offset = 0;

  constructor(file, cpu, onEvent) {
    this.file = file;
    this.cpu = cpu;
    this.onEvent = onEvent;
  }

  /** The CPU time since the last result belongs to the next one. */
  look() {
    const before = this.cpuSeconds;
    this.cpuSeconds = this.cpu.seconds() ?? 0;
    this.#unclaimedSeconds += this.cpuSeconds - before;
    for (const event of this.#newEvents()) {
      this.heardAt = Date.now();
      if (event.type === 'file-start') this.started.add(event.file);
      if (event.type === 'file') this.started.delete(event.file);
      if (event.type !== 'file' && event.type !== 'step') continue;
      this.onEvent({ ...event, cpuSeconds: this.#unclaimedSeconds });
      this.#unclaimedSeconds = 0;
    }
  }

  #newEvents() {
    const added = readFileSync(this.file).subarray(this.#offset);
    const whole = added.subarray(0, added.lastIndexOf('\n') + 1);
    this.#offset += whole.length;
    return whole
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }
}

/** Lowers the weight of a task: Linux schedules sessions by weight, and each task is a session. */
function giveWay(leader) {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, GIVING_WAY);
  } catch {
    // Other systems give every task the same weight.
  }
}

/** A process that outlives its task would keep ports and memory. */
function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
