import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { rewriteResponses } from '@svc/idempotency';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { Investigation, Prisma, Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { enqueue, Jobs, type JobContext, type JobHandler } from '@svc/work';
import { Erasables, type Erasable } from '../../erasure/index.js';
import { START_OPERATION } from '../terms/start-operation.js';
import { blankIds, blankText } from './blank-ids.js';
import { LATE_ERASURES, type LateErasure } from './late-erasure.js';

/** Rows of one read. */
const BATCH = 200;
/** Longer than a round takes, which may have read the person before the erasure and store what it has found afterwards. */
const LATER_MS = 5 * 60_000;

/**
 * Erases a person from investigations: those that started from the person are deleted, and in others the IDs of the person are replaced,
 * in questions, messages, evidence, conclusions and the stored answers of starts. It is repeated when rounds that ran have ended.
 */
@Injectable()
export class InvestigationErasure implements Erasable, JobHandler<LateErasure> {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    erasables: Erasables,
    jobs: Jobs,
  ) {
    erasables.register(this);
    jobs.register(LATE_ERASURES, this);
  }

  async erasePerson(ids: readonly string[], { id: projectId }: ProjectIdentity): Promise<void> {
    const payload = { projectId, ids: [...ids].sort() };
    await this.#erase(payload);
    const key = createHash('sha256').update(JSON.stringify(payload)).digest('hex');
    const now = new Date(this.clock());
    const runAt = new Date(now.getTime() + LATER_MS);
    await this.relational.client.$transaction((tx) =>
      enqueue(tx, LATE_ERASURES, { key, payload, projectId, now, runAt }),
    );
  }

  handle({ job }: Pick<JobContext<LateErasure>, 'job'>): Promise<void> {
    return this.#erase(job.payload);
  }

  async #erase({ projectId, ids }: LateErasure): Promise<void> {
    const { client } = this.relational;
    await client.investigation.deleteMany({
      where: { projectId, subjectType: 'person', subjectRef: { in: [...ids] } },
    });
    await this.#blankInvestigations(projectId, ids);
    await this.#blankEntries(projectId, ids);
    await rewriteResponses(this.relational, { projectId, operation: START_OPERATION }, (answer) =>
      blankIds(answer, ids),
    );
  }

  async #blankInvestigations(projectId: string, ids: readonly string[]): Promise<void> {
    const { client } = this.relational;
    for (let after: string | undefined; ;) {
      const rows = await client.investigation.findMany({
        where: { projectId, ...(after !== undefined && { id: { gt: after } }) },
        orderBy: { id: 'asc' },
        take: BATCH,
      });
      for (const row of rows) await this.#blankInvestigation(row, ids);
      after = rows.at(-1)?.id;
      if (rows.length < BATCH) return;
    }
  }

  /** If the investigation has changed since it was read, what was added is blanked, too. */
  async #blankInvestigation(read: Investigation, ids: readonly string[]): Promise<void> {
    const { client } = this.relational;
    for (let row: Investigation | null = read; row;) {
      const { id, version, question, scope, conclusion, hypotheses }: Investigation = row;
      const before = { question, scope, conclusion, hypotheses } as BlankedColumns;
      const blanked = { ...blankIds(before, ids), question: blankText(question, ids) };
      const changed = Object.entries(blanked).filter(([name, value]) => value !== before[name as keyof BlankedColumns]);
      if (changed.length === 0) return;
      const data = Object.fromEntries(changed);
      const { count } = await client.investigation.updateMany({ where: { id, version }, data });
      if (count > 0) return;
      row = await client.investigation.findUnique({ where: { id } });
    }
  }

  async #blankEntries(projectId: string, ids: readonly string[]): Promise<void> {
    const { client } = this.relational;
    let after = { investigationId: '00000000-0000-0000-0000-000000000000', seq: 0n };
    for (;;) {
      const { investigationId, seq } = after;
      const rows = await client.investigationEntry.findMany({
        where: {
          projectId,
          OR: [{ investigationId: { gt: investigationId } }, { investigationId, seq: { gt: seq } }],
        },
        orderBy: [{ investigationId: 'asc' }, { seq: 'asc' }],
        take: BATCH,
      });
      for (const row of rows) {
        const before = row.data as BlankedValue;
        const data = blankIds(before, ids);
        const where = { investigationId_seq: { investigationId: row.investigationId, seq: row.seq } };
        if (data !== before)
          await client.investigationEntry.update({ where, data: { data: data as Prisma.InputJsonValue } });
      }
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = { investigationId: last.investigationId, seq: last.seq };
    }
  }
}

type BlankedValue = Parameters<typeof blankIds>[0];
type BlankedColumns = Readonly<Record<'question' | 'scope' | 'conclusion' | 'hypotheses', BlankedValue>>;
