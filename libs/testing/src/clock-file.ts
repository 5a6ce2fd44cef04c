import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@svc/test-servers';
import type { Topology } from './topology.js';

const MODULE = path.join(import.meta.dirname, 'moved-clock.js');

/** The clock of the processes of a topology, which a spec moves while they run. */
export class ClockFile {
  readonly #file: string;
  #offsetMs = 0;

  private constructor(private readonly directory: string) {
    this.#file = path.join(directory, 'clock');
  }

  /** @param directory holds the file, and one of each process that follows it. */
  static async create(directory: string): Promise<ClockFile> {
    const clock = new ClockFile(directory);
    await clock.#write();
    return clock;
  }

  /** The settings of every process. */
  get env(): Readonly<Record<string, string>> {
    return { NODE_OPTIONS: `--import=${MODULE}`, SVC_CLOCK_FILE: this.#file };
  }

  /** The present time of the processes, in epoch milliseconds. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /**
   * Advances the clock by this many milliseconds. Resolves when all running processes follow, because the deadline of a
   * call that begins before may have passed afterwards.
   */
  async move(ms: number): Promise<void> {
    this.#offsetMs += ms;
    await this.#write();
    await eventually('all processes follow the clock', async () => (await this.#late()).length === 0);
  }

  /** A process never reads a part of the number. */
  async #write(): Promise<void> {
    await writeFile(`${this.#file}.new`, String(this.#offsetMs));
    await rename(`${this.#file}.new`, this.#file);
  }

  /** The running processes that still have another time. */
  async #late(): Promise<number[]> {
    const names = await readdir(this.directory);
    const pids = names.flatMap((name) => /^clock\.(\d+)$/.exec(name)?.[1] ?? []).map(Number);
    const offsets = await Promise.all(pids.map((pid) => readFile(`${this.#file}.${pid}`, 'utf8')));
    return pids.filter((pid, nth) => Number(offsets[nth]) !== this.#offsetMs && isRunning(pid));
  }
}

/** The time of a topology, which uses the clock of the machine unless it has its own. */
export function toTopologyClock(clock: ClockFile | undefined): Pick<Topology, 'now' | 'moveClock'> {
  return {
    now: () => clock?.now() ?? Date.now(),
    moveClock: (ms) => clock?.move(ms) ?? Promise.reject(new Error('the topology was started without a movable clock')),
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
