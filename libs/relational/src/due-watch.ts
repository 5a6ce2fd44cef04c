import { createHash } from 'node:crypto';
import type { Relational } from './relational.js';

/** Returns the placeholder of a value in a statement. */
export type Bind = (value: unknown) => string;

/** What a part of a process waits for in the database. */
export interface Awaited {
  /** Milliseconds between two questions. */
  readonly everyMs: number;
  /** A SELECT with one column of text: names of what is due, no rows if nothing is. It is asked in one statement with those of others. */
  select(bind: Bind): string;
  /**
   * Called when something is due, with the names.
   * @param due undefined if the statement failed. Each part then runs its own query, which reports the outage.
   */
  wake(due: readonly string[] | undefined): void;
}

/** One watch for each database, which all parts of a process share. */
const watches = new WeakMap<Relational, DueWatch>();

/**
 * Asks in one statement for everything that the parts of this process wait for. A service at rest does nothing else as often, and the fixed
 * cost of a statement exceeds that of the look-up.
 */
export class DueWatch {
  readonly #awaited = new Set<Awaited>();
  #timer: NodeJS.Timeout | undefined;
  #turnMs = 0;
  #turns = 0;
  #isAsking = false;

  private constructor(private readonly relational: Relational) {}

  static of(relational: Relational): DueWatch {
    const watch = watches.get(relational) ?? new DueWatch(relational);
    watches.set(relational, watch);
    return watch;
  }

  /** Starts asking, for the first time after the interval. @returns a function that stops it. */
  add(awaited: Awaited): () => void {
    this.#awaited.add(awaited);
    this.#schedule();
    return () => {
      this.#awaited.delete(awaited);
      this.#schedule();
    };
  }

  /** Turns are as long as the shortest interval; what has a longer one is asked for in some of them. */
  #schedule(): void {
    const turnMs = Math.min(...[...this.#awaited].map(({ everyMs }) => everyMs));
    if (turnMs === this.#turnMs) return;
    this.#turnMs = turnMs;
    clearInterval(this.#timer);
    this.#timer = Number.isFinite(turnMs) ? setInterval(() => void this.#turn(), turnMs).unref() : undefined;
  }

  async #turn(): Promise<void> {
    this.#turns += 1;
    if (this.#isAsking) return;
    const asked = [...this.#awaited].filter(({ everyMs }) => this.#turns % Math.floor(everyMs / this.#turnMs) === 0);
    if (asked.length === 0) return;
    this.#isAsking = true;
    const due = await findDue(this.relational, asked).catch(() => undefined);
    this.#isAsking = false;
    asked.forEach((awaited, nth) => {
      const names = due && (due.get(nth) ?? []);
      if (this.#awaited.has(awaited) && names?.length !== 0) awaited.wake(names);
    });
  }
}

/** The names of what is due, by the place of what is waited for. */
async function findDue(
  relational: Relational,
  asked: readonly Awaited[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const selects = asked.map((awaited, nth) => `SELECT ${nth} AS nth, due FROM (${awaited.select(bind)}) AS asked(due)`);
  const text = selects.join('\nUNION ALL\n');
  // Planning it takes four times as long as answering it.
  const name = `due-${createHash('sha1').update(text).digest('base64url')}`;
  const rows = await relational.rows<{ readonly nth: number; readonly due: string }>(text, values, name);
  return new Map([...Map.groupBy(rows, ({ nth }) => nth)].map(([nth, own]) => [nth, own.map(({ due }) => due)]));
}
