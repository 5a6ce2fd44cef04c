import type { Prisma, Relational } from '@svc/relational';
import type { JsonObject } from './idempotency.js';

/** Records of one read. */
const BATCH = 200;

/**
 * Rewrites the stored responses of an operation, because a person in them is erased.
 *
 * @param rewrite answers the same object if there is nothing to change.
 */
export async function rewriteResponses(
  { client: { idempotencyRecord } }: Relational,
  { projectId, operation }: { readonly projectId: string; readonly operation: string },
  rewrite: (response: JsonObject) => JsonObject,
): Promise<void> {
  for (let after = { principal: '', key: '' }; ;) {
    const { principal, key } = after;
    const records = await idempotencyRecord.findMany({
      where: { projectId, operation, OR: [{ principal: { gt: principal } }, { principal, key: { gt: key } }] },
      orderBy: [{ principal: 'asc' }, { key: 'asc' }],
      take: BATCH,
    });
    for (const record of records) {
      const before = record.response as JsonObject;
      const response = rewrite(before) as Prisma.InputJsonObject;
      const where = { projectId, principal: record.principal, operation, key: record.key };
      if (response !== before) await idempotencyRecord.updateMany({ where, data: { response } });
    }
    const last = records.at(-1);
    if (!last || records.length < BATCH) return;
    after = last;
  }
}
