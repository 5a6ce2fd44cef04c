import type { Transaction } from '@svc/relational';

/** One attempt at a job. */
export interface Job<Payload extends object> {
  readonly id: string;
  readonly queue: string;
  readonly key: string;
  readonly payload: Payload;
  readonly projectId: string | null;
  /** Including this one. */
  readonly attempts: number;
  /** Code of the error of the last attempt that failed; null if none has, or if their workers died. */
  readonly lastError: string | null;
}

export interface JobContext<Payload extends object> {
  readonly job: Job<Payload>;
  /** Aborts when the lease is lost or the worker stops. */
  readonly signal: AbortSignal;
  /**
   * Locks the row of the job in the transaction and checks that this worker still holds it, so that nothing a worker writes after
   * another one took over is committed. Call it first in every transaction of the handler.
   * @throws LeaseLostError
   */
  readonly fence: (tx: Transaction) => Promise<void>;
}

export interface JobHandler<Payload extends object> {
  /**
   * Does the work. It runs at least once and never in two workers that both pass the fence; an interrupted attempt is repeated from
   * the beginning, so every step must be repeatable.
   *
   * @returns when to run the job again, for periodic work or work that has to wait for something; the job is deleted otherwise.
   *   A rejection is a failed attempt.
   */
  handle(context: JobContext<Payload>): Promise<Date | void>;
  /**
   * Records in the domain's state that the job is given up. Runs in a transaction that holds the fence; the job is deleted
   * afterwards. Repeated if it rejects.
   *
   * @param error code of the last error; `interrupted` if every attempt ended with its worker.
   */
  onExhausted?(job: Job<Payload>, error: string, tx: Transaction): Promise<void>;
}

/** Another worker holds the job, or it was restarted or deleted. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(queue: string) {
    super(`the lease of a job of the queue ${queue} is lost`);
  }
}
