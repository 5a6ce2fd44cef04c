import { FairGate, GateRefused, type FairLimits } from '@svc/fairness';
import { refusals } from '../engine/engine-failure.js';

/**
 * `interactive`: a caller waits. `ingest`: blocks of the consumers. `background`: exports, definitions, mutations. `probe`: the checks of
 * health. Lanes do not share places, so that statements of one lane never delay another.
 */
export type LaneName = 'interactive' | 'ingest' | 'background' | 'probe';

export const LANE_NAMES: readonly LaneName[] = ['interactive', 'ingest', 'background', 'probe'];

export type LaneLimits = FairLimits;

/**
 * Places of the embedded engine. One project never gets all of them, so that the next statement of another one starts at once; blocks
 * of the consumers hold rows of many projects and have no such share.
 */
export const DEFAULT_LANES: Readonly<Record<LaneName, LaneLimits>> = {
  interactive: { running: 6, waiting: 512, each: { running: 4, waiting: 64 } },
  ingest: { running: 2, waiting: 64 },
  background: { running: 3, waiting: 256, each: { running: 2, waiting: 64 } },
  probe: { running: 2, waiting: 16 },
};

/** The owner of statements that belong to no project: definitions, consumers, checks. */
const NO_PROJECT = 'no project';

/** Limits concurrent statements. Projects get the places by turns, and each has a bounded queue. */
export class Lane {
  readonly #gate: FairGate;

  constructor(limits: LaneLimits) {
    this.#gate = new FairGate(limits);
  }

  /**
   * Waits for a place; the returned function releases it.
   * @throws 202 when the queue is full, 159 when `deadlineMs` (on `performance.now()`) passes first, 394 when aborted.
   */
  async enter(signal: AbortSignal, deadlineMs: number, project: number | string = NO_PROJECT): Promise<() => void> {
    try {
      return await this.#gate.enter(project, signal, deadlineMs);
    } catch (error) {
      if (!(error instanceof GateRefused)) throw error;
      if (error.reason === 'full') throw refusals.tooManyStatements();
      throw error.reason === 'late' ? refusals.timeout() : refusals.cancelled();
    }
  }
}
