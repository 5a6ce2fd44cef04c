import { Inject, Injectable } from '@nestjs/common';
import type { EventLog } from '@svc/event-log';
import { LogErasures, type StoredLogEnd } from '@svc/event-log/keys';
import type { LogKeys } from '@svc/event-log/keys';
import type { ProjectIdentity } from '@svc/reading/statement';
import { readJson, type Prisma, type Relational, type Transaction } from '@svc/relational';
import { CLOCK, EVENT_LOG, LOG_KEYS, RELATIONAL, type Clock } from '@svc/runtime';
import { enqueue, Jobs, Queue, type JobContext, type JobHandler } from '@svc/work';
import { LogClearing } from './log-clearing.js';
import { readLogEnds } from './log-ends.js';

/** The project of erased persons. */
interface ErasedProject {
  readonly projectNumber: number;
}

/** One job for each project whose event log may still hold something of erased persons. */
const LOG_ERASURES = new Queue<ErasedProject>({
  name: 'log-erasures',
  backoff: { baseMs: 1_000, maxMs: 60_000 },
});
/** Erasures within this part of the time that a key takes to settle share its retirement. */
const GATHERING = 1 / 15;

/** Lets the event log follow the erasures of persons. */
@Injectable()
export class LogEraser implements JobHandler<ErasedProject> {
  readonly #erasures: LogErasures;

  constructor(
    private readonly clearing: LogClearing,
    @Inject(LOG_KEYS) private readonly logKeys: LogKeys,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.#erasures = new LogErasures(relational);
    jobs.register(LOG_ERASURES, this);
  }

  /**
   * Prepares the note that a person is erased from every other store.
   * @returns a function that writes it in the transaction that completes the erasure.
   */
  async prepare({ id, number }: ProjectIdentity): Promise<(tx: Transaction) => Promise<void>> {
    const ends = await readLogEnds(this.eventLog);
    const logEnds = ends.map((end) => ({ ...end, endOffset: String(end.endOffset) }));
    return async (tx) => {
      const now = this.clock();
      await enqueue(tx, LOG_ERASURES, {
        key: id,
        payload: { projectNumber: number },
        projectId: id,
        runAt: new Date(now + this.logKeys.settleMs * GATHERING),
        now: new Date(now),
      });
      await this.#erasures.add(tx, { projectNumber: number, erasedAt: new Date(now), logEnds });
    };
  }

  async handle({ job, signal, fence }: JobContext<ErasedProject>): Promise<Date | void> {
    const { projectNumber } = job.payload;
    const pending = await this.#erasures.pending(projectNumber);
    const last = pending.at(-1);
    if (!last) return;
    const next = await this.clearing.destroyKeys(projectNumber, last.erasedAt, signal);
    const erased = pending.map((row) => ({ ...row, logEnds: readEnds(row.logEnds) }));
    const cleared = new Set((await this.clearing.findCleared(projectNumber, erased)).map(({ id }) => id));
    const rows = pending.filter(({ id }) => cleared.has(id));
    await this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      await this.#erasures.clear(tx, rows, new Date(this.clock()));
    });
    if (cleared.size < pending.length) return next ?? this.clearing.nextRetentionCheck();
  }
}

function readEnds(stored: Prisma.JsonValue) {
  return readJson<StoredLogEnd[]>(stored).map((end) => ({ ...end, endOffset: Number(end.endOffset) }));
}
