import { Inject, Injectable } from '@nestjs/common';
import {
  beforeKey,
  type Investigation,
  type Prisma,
  type Relational,
  type TimeKey,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { deleteUnclaimedJob, enqueue } from '@svc/work';
import { INVESTIGATION_QUEUE } from '../terms/investigation-queue.js';
import { ACTIVE, type EntryData, type StoredEntry } from '../terms/records.js';
import { change, toStoredEntry, type Change } from './entries.js';

export type NewInvestigation = Omit<Prisma.InvestigationCreateManyInput, 'status' | 'lastSeq'> & {
  readonly id: string;
  readonly createdAt: Date;
};

/** The investigations of one project for its callers, who cannot see or change those of other projects. */
@Injectable()
export class InvestigationsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Newest first, by start and then ID. */
  list(projectId: string, after: TimeKey<'createdAt'> | undefined, take: number): Promise<Investigation[]> {
    return this.relational.client.investigation.findMany({
      where: { AND: [{ projectId }, beforeKey('createdAt', after)] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
    });
  }

  find(projectId: string, id: string, tx: Transaction = this.relational.client): Promise<Investigation | null> {
    return tx.investigation.findFirst({ where: { id, projectId } });
  }

  /** Entries after a sequence number, the earliest first. */
  async entries(id: string, after = 0n, take?: number): Promise<StoredEntry[]> {
    const rows = await this.relational.client.investigationEntry.findMany({
      where: { investigationId: id, seq: { gt: after } },
      orderBy: { seq: 'asc' },
      ...(take !== undefined && { take }),
    });
    return rows.map(toStoredEntry);
  }

  /**
   * If the project has started `limit` investigations since `since`, returns the start of the one that has to leave the window first. The
   * caller is the only one that starts an investigation in the project until the end of the transaction.
   */
  async findLimiting(tx: Transaction, projectId: string, limit: number, since: Date): Promise<Date | undefined> {
    await lockProject(tx, projectId);
    const recent = await tx.investigation.findMany({
      where: { projectId, createdAt: { gt: since } },
      orderBy: { createdAt: 'desc' },
      select: { createdAt: true },
      take: limit,
    });
    return recent.length < limit ? undefined : recent.at(-1)?.createdAt;
  }

  /** Whether the project has an investigation of a subject. */
  async hasOfSubject(
    tx: Transaction,
    projectId: string,
    { type, ref }: { readonly type: string; readonly ref: string },
  ): Promise<boolean> {
    return (await tx.investigation.count({ where: { projectId, subjectType: type, subjectRef: ref } })) > 0;
  }

  /** Counts what authors that begin with a text have started since then. */
  countOf(tx: Transaction, projectId: string, author: string, since: Date): Promise<number> {
    return tx.investigation.count({
      where: { projectId, createdAt: { gt: since }, createdBy: { startsWith: author } },
    });
  }

  /** Adds an investigation with the job that runs it. */
  async insert(tx: Transaction, investigation: NewInvestigation): Promise<Investigation> {
    const { id, projectId, createdAt: now } = investigation;
    await enqueue(tx, INVESTIGATION_QUEUE, { key: id, payload: { id }, projectId, now });
    await tx.investigation.create({ data: { ...investigation, status: 'queued' } });
    const inserted = await change(tx, { id, from: ['queued'] }, { entries: [queued(1)], now });
    if (!inserted) throw new Error('the investigation that was inserted is gone');
    return inserted;
  }

  /** @returns the cancelled investigation; undefined if it is not active. */
  cancel(projectId: string, id: string, now: Date): Promise<Investigation | undefined> {
    return this.relational.client.$transaction(async (tx) => {
      // A worker that runs the job notices the cancellation by itself.
      await deleteUnclaimedJob(tx, { queue: INVESTIGATION_QUEUE, key: id }, projectId);
      const found = await this.find(projectId, id, tx);
      if (!found) return undefined;
      return change(
        tx,
        { id, from: ACTIVE },
        {
          entries: [{ kind: 'status', key: `cancelled/${found.round}`, data: { status: 'cancelled' } }],
          data: { status: 'cancelled', completedAt: now, version: { increment: 1 } },
          now,
        },
      );
    });
  }

  /** Starts the next round of a completed investigation. @returns undefined if it is not completed. */
  continue(
    projectId: string,
    id: string,
    { message, data, now }: Omit<Change, 'entries'> & { readonly message: EntryData['message'] },
  ): Promise<Investigation | undefined> {
    return this.relational.client.$transaction(async (tx) => {
      await enqueue(tx, INVESTIGATION_QUEUE, { key: id, payload: { id }, projectId, now });
      const found = await this.find(projectId, id, tx);
      if (!found) return undefined;
      const round = found.round + 1;
      return change(
        tx,
        { id, from: ['completed'] },
        {
          entries: [{ kind: 'message', key: `message/${round}`, data: message }, queued(round)],
          data: { ...data, round, status: 'queued', completedAt: null, version: { increment: 1 } },
          round,
          now,
        },
      );
    });
  }
}

const queued = (round: number) => ({ kind: 'status', key: `queued/${round}`, data: { status: 'queued' } }) as const;

/** Until the end of the transaction, nobody else counts the investigations of the project in order to start or run one. */
export async function lockProject(tx: Transaction, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`investigations/${projectId}`}, 0))`;
}
