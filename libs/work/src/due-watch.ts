import { createHash } from 'node:crypto';
import type { Relational } from '@svc/relational';
import { ClockJumps, MACHINE_CLOCKS, type Clocks } from './clock-jumps.js';

/** Returns the placeholder of a value in a statement. */
export type Bind = (value: unknown) => string;

/** A condition in the database that a part of a process waits for. */
export interface Awaited {
  /** Milliseconds between two checks; up to twice as many at rest, fewer when the clock jumps. */
  readonly everyMs: number;
  /** A SELECT with one column of text: names of what is due, no rows if nothing is. It is part of one statement for all conditions. */
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
 * Checks everything that the parts of this process wait for in one statement. A service at rest does nothing else as often, and the fixed
 * cost of a statement exceeds that of the look-up.
 */
export class DueWatch {
  /** The turn in which each condition was last checked. */
  readonly #awaited = new Map<Awaited, number>();
  #timer: NodeJS.Timeout | undefined;
  #turnMs = 0;
  #turns = 0;
  /** The last turn in which something was due or was added. */
  #lastBusy = 0;
  #isAsking = false;
  readonly #jumps: ClockJumps;

  private constructor(
    private readonly relational: Relational,
    clocks: Clocks,
  ) {
    this.#jumps = new ClockJumps(clocks);
  }

  /** @param clocks the clocks of a new watch. */
  static of(relational: Relational, clocks = MACHINE_CLOCKS): DueWatch {
    const watch = watches.get(relational) ?? new DueWatch(relational, clocks);
    watches.set(relational, watch);
    return watch;
  }

  /** Starts the checks, the first one after the interval. @returns a function that stops it. */
  add(awaited: Awaited): () => void {
    this.#awaited.set(awaited, this.#turns);
    this.#lastBusy = this.#turns;
    this.#schedule();
    return () => {
      this.#awaited.delete(awaited);
      this.#schedule();
    };
  }

  /**
   * Turns are as long as the shortest interval; a condition with a longer one is checked in some of them. At rest only every other turn is
   * taken, so the first thing that becomes due waits for up to twice its interval, and what follows from it does not.
   */
  #schedule(): void {
    this.#turnMs = Math.min(...[...this.#awaited.keys()].map(({ everyMs }) => everyMs));
    clearTimeout(this.#timer);
    // The end of a turn schedules the next one.
    if (this.#isAsking || !Number.isFinite(this.#turnMs)) return;
    const turns = this.#turns - this.#lastBusy < TURNS_UNTIL_REST ? 1 : 2;
    this.#timer = setTimeout(() => void this.#turn(turns), turns * this.#turnMs).unref();
  }

  async #turn(turns: number): Promise<void> {
    this.#turns += turns;
    // Much may be due at once after a jump of the clock, whatever the intervals are.
    const hasJumped = this.#jumps.happened();
    if (hasJumped) this.#lastBusy = this.#turns;
    const asked = [...this.#awaited].flatMap(([awaited, lastAsked]) =>
      hasJumped || this.#turns - lastAsked >= Math.floor(awaited.everyMs / this.#turnMs) ? [awaited] : [],
    );
    for (const awaited of asked) this.#awaited.set(awaited, this.#turns);
    this.#isAsking = true;
    const due = await findDue(this.relational, asked).catch(() => undefined);
    this.#isAsking = false;
    const woken = asked.flatMap((awaited, nth) => {
      const names = due && (due.get(nth) ?? []);
      return names?.length === 0 ? [] : [{ awaited, names }];
    });
    if (woken.length > 0) this.#lastBusy = this.#turns;
    this.#schedule();
    for (const { awaited, names } of woken) if (this.#awaited.has(awaited)) awaited.wake(names);
  }
}

/** Rest begins ten seconds after something was due if turns take half a second. */
const TURNS_UNTIL_REST = 20;

/** The names of what is due, by the index of the condition. */
async function findDue(
  relational: Relational,
  asked: readonly Awaited[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (asked.length === 0) return new Map();
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const selects = asked.map((awaited, nth) => `SELECT ${nth} AS nth, due FROM (${awaited.select(bind)}) AS asked(due)`);
  const text = selects.join('\nUNION ALL\n');
  // Planning it takes four times as long as answering it.
  const name = `due-${createHash('sha1').update(text).digest('base64url')}`;
  const rows = await relational.rows<{ readonly nth: number; readonly due: string }>(text, values, name);
  return new Map([...Map.groupBy(rows, ({ nth }) => nth)].map(([nth, own]) => [nth, own.map(({ due }) => due)]));
}
