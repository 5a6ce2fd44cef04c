import type { Io } from '../runtime/io.js';

const CELLS = 30;

/** Shows progress on one line of a terminal; prints nothing if the output is not a terminal. */
export class ProgressBar {
  #width = 0;

  constructor(private readonly io: Pick<Io, 'stderr'>) {}

  show(status: string, percent: number, rows: number): void {
    this.#write(barText(status, percent, rows));
  }

  /** Clears the line for the output that follows. */
  end(): void {
    if (this.#width === 0) return;
    this.#write('');
    this.io.stderr.write('\r');
    this.#width = 0;
  }

  #write(text: string): void {
    if (!this.io.stderr.isTerminal) return;
    const shown = text.slice(0, (this.io.stderr.columns ?? 80) - 1);
    this.io.stderr.write(`\r${shown.padEnd(this.#width)}`);
    this.#width = Math.max(shown.length, text === '' ? 0 : 1);
  }
}

/** `[#####.....]  50 %  running, 1,234 rows`. */
export function barText(status: string, percent: number, rows: number): string {
  const known = Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0;
  const filled = Math.floor((known / 100) * CELLS);
  const bar = '#'.repeat(filled) + '.'.repeat(CELLS - filled);
  return `[${bar}] ${String(Math.floor(known)).padStart(3)} %  ${status.replaceAll(/[^a-z_]/g, '')}, ${rows.toLocaleString('en-US')} rows`;
}
