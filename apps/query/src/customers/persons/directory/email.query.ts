import { select, sql, stringParam, stringParams, typed, type Scope } from '@svc/reading/statement';
import { PERSON_REGISTERS } from '@svc/tables';

/** Properties that hold an e-mail address, the best first. */
export const EMAILS: readonly string[] = ['email', '$email'];

/** Selects IDs for which this e-mail address was written in any case; only the fold of all writes shows whether it still holds. */
export function selectIdsWithEmail(scope: Scope, address: string, limit: number) {
  const json = sql`lowerUTF8(${stringParam(JSON.stringify(address))})`;
  return select({
    columns: { id: typed('String', sql`distinct_id`) },
    from: PERSON_REGISTERS,
    scope,
    where: [
      sql`has(${stringParams(EMAILS)}, key)`,
      sql`(lowerUTF8(latest.value) = ${json} OR lowerUTF8(earliest.value) = ${json})`,
    ],
    groupBy: sql`id`,
    limit,
  });
}
