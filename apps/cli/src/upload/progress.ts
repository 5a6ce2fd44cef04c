import type { Io } from '../runtime/io.js';

/** Shows how far an upload is; only to a person, on one line of the terminal. */
export class Progress {
  readonly #startedMs: number;
  #width = 0;

  constructor(
    private readonly io: Pick<Io, 'stderr' | 'now'>,
    private readonly total: number,
    /** Bytes that did not have to be sent. */
    private readonly before: number,
  ) {
    this.#startedMs = io.now();
  }

  show(sent: number): void {
    const seconds = (this.io.now() - this.#startedMs) / 1_000;
    const speed = seconds > 0 ? `, ${formatMegabytes((sent - this.before) / seconds)} MB/s` : '';
    this.#write(`${formatMegabytes(sent)} of ${formatMegabytes(this.total)} MB${speed}`);
  }

  note(text: string): void {
    this.#write(text);
  }

  /** Clears the line for the output that follows. */
  end(): void {
    this.#write('');
    if (this.io.stderr.isTerminal) this.io.stderr.write('\r');
  }

  #write(text: string): void {
    if (!this.io.stderr.isTerminal) return;
    this.io.stderr.write(`\r${text.padEnd(this.#width)}`);
    this.#width = text.length;
  }
}

export function formatMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
