/** Maximum number of running calls, and of further calls that wait. */
export interface Places {
  readonly running: number;
  readonly waiting: number;
}

/** The places of all owners together, and the most that one owner may take of them; all of them if it is absent. */
export interface FairLimits extends Places {
  readonly each?: Places;
}

/** Why a gate did not admit: the queue was full, the deadline passed, or the caller aborted. */
export type GateRefusal = 'full' | 'late' | 'aborted';

export class GateRefused extends Error {
  constructor(readonly reason: GateRefusal) {
    super(`not admitted: ${reason}`);
    this.name = 'GateRefused';
  }
}

interface Owned {
  running: number;
  /** Callbacks that admit a waiter, oldest first. */
  readonly waiting: (() => void)[];
}

/** The longest time that a timer of Node can wait, in milliseconds. */
const LONGEST_TIMER_MS = 0x7fff_ffff;

/**
 * Limits how much work runs at the same time. Free places go to the owners by turns, and in order of arrival within an owner, so the
 * wait of an owner depends on how many others wait, not on how much they want.
 */
export class FairGate {
  /** Owners with running or waiting work; the one whose turn is next comes first. */
  readonly #owners = new Map<number | string, Owned>();
  #running = 0;
  #waiting = 0;

  constructor(private readonly limits: FairLimits) {}

  /**
   * Waits for a place; the returned function gives it back and may be called several times.
   *
   * @param deadlineMs on the clock of `performance.now()`; infinity for no deadline.
   * @throws GateRefused
   */
  async enter(owner: number | string, signal: AbortSignal, deadlineMs: number): Promise<() => void> {
    if (!this.#takePlace(owner)) await this.#wait(owner, signal, deadlineMs);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#leave(owner);
    };
  }

  #takePlace(owner: number | string): boolean {
    if (this.#running >= this.limits.running) return false;
    const owned = this.#find(owner);
    if (owned.running >= this.#each.running) return false;
    this.#running += 1;
    owned.running += 1;
    return true;
  }

  #wait(owner: number | string, signal: AbortSignal, deadlineMs: number): Promise<void> {
    const { waiting } = this.#find(owner);
    const isFull = this.#waiting >= this.limits.waiting || waiting.length >= this.#each.waiting;
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        outcome();
      };
      const admitted = (): void => settle(resolve);
      const refuse = (reason: GateRefusal): void => {
        const at = waiting.indexOf(admitted);
        if (at >= 0) waiting.splice(at, 1);
        if (at >= 0) this.#waiting -= 1;
        this.#forget(owner);
        settle(() => reject(new GateRefused(reason)));
      };
      const onAbort = (): void => refuse('aborted');
      const waitMs = Math.min(Math.max(deadlineMs - performance.now(), 0), LONGEST_TIMER_MS);
      const timer = setTimeout(() => refuse('late'), waitMs);
      if (signal.aborted) return onAbort();
      if (isFull) return refuse('full');
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(admitted);
      this.#waiting += 1;
    });
  }

  #leave(owner: number | string): void {
    this.#running -= 1;
    this.#find(owner).running -= 1;
    this.#admitNext();
    this.#forget(owner);
  }

  #admitNext(): void {
    if (this.#running >= this.limits.running) return;
    for (const [owner, owned] of this.#owners) {
      if (owned.running >= this.#each.running) continue;
      const next = owned.waiting.shift();
      if (!next) continue;
      this.#waiting -= 1;
      this.#running += 1;
      owned.running += 1;
      // The owner goes to the end, so that the next place is for another one.
      this.#owners.delete(owner);
      this.#owners.set(owner, owned);
      return next();
    }
  }

  #find(owner: number | string): Owned {
    const known = this.#owners.get(owner);
    if (known) return known;
    const owned: Owned = { running: 0, waiting: [] };
    this.#owners.set(owner, owned);
    return owned;
  }

  #forget(owner: number | string): void {
    const owned = this.#owners.get(owner);
    if (owned?.running === 0 && owned.waiting.length === 0) this.#owners.delete(owner);
  }

  get #each(): Places {
    return this.limits.each ?? this.limits;
  }
}
