import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const MODULE = path.join(import.meta.dirname, 'moved-clock.js');

/** The clock of the processes of a topology, which a spec moves while they run. */
export class ClockFile {
  readonly #file: string;
  #offsetMs = 0;

  /**
   * @param directory holds the file.
   * @param isMovable whether the processes follow it; they use the clock of the machine otherwise.
   */
  constructor(
    directory: string,
    private readonly isMovable = false,
  ) {
    this.#file = path.join(directory, 'clock');
  }

  /** The settings of every process. */
  get env(): Readonly<Record<string, string>> {
    return this.isMovable ? { NODE_OPTIONS: `--import=${MODULE}`, SVC_CLOCK_FILE: this.#file } : {};
  }

  /** The present time of the processes, in epoch milliseconds. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Moves the clock on by so many milliseconds. A process follows within a tenth of a second. */
  async move(ms: number): Promise<void> {
    if (!this.isMovable) throw new Error('the topology was not started with a movable clock');
    this.#offsetMs += ms;
    // A process never reads a part of the number.
    await writeFile(`${this.#file}.new`, String(this.#offsetMs));
    await rename(`${this.#file}.new`, this.#file);
  }
}
