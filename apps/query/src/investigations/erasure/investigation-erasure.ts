import { Inject, Injectable } from '@nestjs/common';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { Prisma, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { Erasables, type Erasable } from '../../erasure/index.js';
import { blankIds, blankText } from './blank-ids.js';

/** Rows of one read. */
const BATCH = 200;

/**
 * Erases a person from investigations: those that started from the person are deleted, and in others the IDs of the person are replaced,
 * in questions, messages, evidence and conclusions.
 */
@Injectable()
export class InvestigationErasure implements Erasable {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    erasables: Erasables,
  ) {
    erasables.register(this);
  }

  async erasePerson(ids: readonly string[], { id: projectId }: ProjectIdentity): Promise<void> {
    const { client } = this.relational;
    await client.investigation.deleteMany({
      where: { projectId, subjectType: 'person', subjectRef: { in: [...ids] } },
    });
    await this.#blankInvestigations(projectId, ids);
    await this.#blankEntries(projectId, ids);
  }

  async #blankInvestigations(projectId: string, ids: readonly string[]): Promise<void> {
    const { client } = this.relational;
    for (let after: string | undefined; ;) {
      const rows = await client.investigation.findMany({
        where: { projectId, ...(after !== undefined && { id: { gt: after } }) },
        orderBy: { id: 'asc' },
        take: BATCH,
      });
      for (const { id, question, scope, conclusion, hypotheses } of rows) {
        const before = { question, scope, conclusion, hypotheses } as BlankedColumns;
        const blanked = { ...blankIds(before, ids), question: blankText(question, ids) };
        const changed = Object.entries(blanked).filter(
          ([name, value]) => value !== before[name as keyof BlankedColumns],
        );
        if (changed.length > 0) {
          await client.investigation.update({ where: { id }, data: Object.fromEntries(changed) });
        }
      }
      after = rows.at(-1)?.id;
      if (rows.length < BATCH) return;
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
