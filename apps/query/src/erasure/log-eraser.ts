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
import { RowPurges } from './purges/row-purges.js';

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

/** The interval of checks whether the rows of erased persons have left the disk of the column store. */
const ROWS_CHECK_MS = 10_000;

/** Lets the event log, and the disk of the column store, follow the erasures of persons. */
@Injectable()
export class LogEraser implements JobHandler<ErasedProject> {
  readonly #erasures: LogErasures;

  constructor(
    private readonly clearing: LogClearing,
    private readonly purges: RowPurges,
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
      await this.purges.addPerson(tx, number, new Date(now));
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
    const unreadable = new Set((await this.clearing.findCleared(projectNumber, erased)).map(({ id }) => id));
    const oldest = await this.purges.oldestPerson(projectNumber);
    const isOnDisk = ({ erasedAt }: { readonly erasedAt: Date }) => oldest !== undefined && erasedAt >= oldest;
    const rows = pending.filter((row) => unreadable.has(row.id) && !isOnDisk(row));
    await this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      await this.#erasures.clear(tx, rows, new Date(this.clock()));
    });
    if (rows.length === pending.length) return;
    if (rows.length < unreadable.size) return new Date(this.clock() + ROWS_CHECK_MS);
    return next ?? this.clearing.nextRetentionCheck();
  }
}

function readEnds(stored: Prisma.JsonValue) {
  return readJson<StoredLogEnd[]>(stored).map((end) => ({ ...end, endOffset: Number(end.endOffset) }));
}
