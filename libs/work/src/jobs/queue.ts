import type { Backoff } from './backoff.js';

export interface QueueOptions {
  /** Lower case with hyphens. Stored with every job and the label of its metrics, so it never changes. */
  readonly name: string;
  /** Jobs that one process runs at the same time. */
  readonly concurrency?: number;
  /** Jobs of one project that one process runs at the same time; `concurrency` by default. Projects have turns in any case. */
  readonly share?: number;
  /** Attempts before a job is exhausted; unlimited when absent. An attempt whose worker died counts, one given back does not. */
  readonly maxAttempts?: number;
  /** Pauses between the attempts of one job. */
  readonly backoff?: Backoff;
  /** Milliseconds after the last heartbeat until other workers may take over a job. */
  readonly leaseMs?: number;
  /** Milliseconds between two polls for jobs that are due, in every process; the shortest interval of its queues applies to all of them. */
  readonly pollMs?: number;
}

/** A kind of work: the settings of its jobs and the type of their payload, which is stored as JSON. */
export class Queue<Payload extends object> {
  /** Exists only for the compiler. */
  declare readonly payload: Payload;
  readonly name: string;
  readonly concurrency: number;
  readonly share: number;
  readonly maxAttempts: number;
  readonly backoff: Backoff;
  readonly leaseMs: number;
  readonly pollMs: number;

  constructor(options: QueueOptions) {
    this.name = options.name;
    this.concurrency = options.concurrency ?? 1;
    this.share = options.share ?? this.concurrency;
    this.maxAttempts = options.maxAttempts ?? Infinity;
    this.backoff = options.backoff ?? { baseMs: 1_000, maxMs: 60_000 };
    this.leaseMs = options.leaseMs ?? 60_000;
    this.pollMs = options.pollMs ?? 1_000;
  }

  /** The latest end that a valid lease of any process can have, because the clocks of processes are less than a lease apart. */
  latestLease(nowMs: number): Date {
    return new Date(nowMs + 2 * this.leaseMs);
  }
}
