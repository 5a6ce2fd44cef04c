import { FairGate } from '@svc/fairness';

/** Milliseconds of work in one turn, and the most after which the lane rests for as long as it has worked. */
const TURN_MS = 10;

/**
 * Runs the work of the streams that read the log on their own: one at a time, projects by turns, and for half of the time at most. So
 * requests wait for one turn, however many streams catch up and whatever their filters cost.
 */
export class CatchUpLane {
  readonly #gate = new FairGate({ running: 1, waiting: Number.POSITIVE_INFINITY });
  #workedMs = 0;

  /**
   * Repeats a step until it returns false or the turn is over; resolves to whether there may be more.
   *
   * @throws GateRefused if the signal aborts.
   */
  async runTurn(projectNumber: number, signal: AbortSignal, step: () => boolean): Promise<boolean> {
    const leave = await this.#gate.enter(projectNumber, signal, Number.POSITIVE_INFINITY);
    const startedAt = performance.now();
    try {
      while (step()) if (performance.now() - startedAt > TURN_MS) return true;
      return false;
    } finally {
      this.#workedMs += performance.now() - startedAt;
      this.#rest(leave);
    }
  }

  #rest(leave: () => void): void {
    if (this.#workedMs < TURN_MS) return leave();
    setTimeout(leave, this.#workedMs);
    this.#workedMs = 0;
  }
}
