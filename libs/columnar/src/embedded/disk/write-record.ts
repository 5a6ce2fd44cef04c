import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Records durably whether and since when writes to disk have failed. The file has
 * its final size from the start and is overwritten in place, because a full disk has no room for more.
 */
export class WriteRecord {
  readonly #path: string;

  constructor(directory: string) {
    this.#path = join(directory, 'write-record');
  }

  /** The last time at which all writes were good (milliseconds since 1970), if some have failed since. */
  async goodUntil(): Promise<number | undefined> {
    const text = await readFile(this.#path, 'utf8').catch(() => '');
    const time = /^failed after (\d+)/.exec(text)?.[1];
    return time === undefined ? undefined : Number(time);
  }

  async markWhole(): Promise<void> {
    await this.#write('whole');
  }

  async markFailed(goodUntilMs: number): Promise<void> {
    await this.#write(`failed after ${Math.trunc(goodUntilMs)}`);
  }

  async #write(text: string): Promise<void> {
    const file = await open(this.#path, 'r+').catch(() => open(this.#path, 'w+', 0o600));
    try {
      await file.write(text.padEnd(63) + '\n', 0);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
