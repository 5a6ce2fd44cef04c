import type { Prisma, Relational } from '@svc/relational';
import { START_OPERATION } from '../terms/start-operation.js';
import { blankIds } from './blank-ids.js';

/** Rows of one read. */
const BATCH = 200;

/** Replaces IDs in the answers that repeated starts of investigations get. */
export async function blankStoredAnswers(
  { client }: Relational,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  for (let after = { principal: '', key: '' }; ;) {
    const { principal, key } = after;
    const rows = await client.idempotencyRecord.findMany({
      where: {
        projectId,
        operation: START_OPERATION,
        OR: [{ principal: { gt: principal } }, { principal, key: { gt: key } }],
      },
      orderBy: [{ principal: 'asc' }, { key: 'asc' }],
      take: BATCH,
    });
    for (const row of rows) {
      const before = row.response as Parameters<typeof blankIds>[0];
      const response = blankIds(before, ids);
      const id = { projectId, principal: row.principal, operation: START_OPERATION, key: row.key };
      if (response !== before)
        await client.idempotencyRecord.updateMany({ where: id, data: { response: response as Prisma.InputJsonValue } });
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last;
  }
}
