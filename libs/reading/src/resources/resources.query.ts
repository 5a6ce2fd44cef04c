import { RESOURCES } from '@svc/columnar';
import { select, sql, uint64s, type Scope, type Sql } from '../statement/index.js';

/** Attributes by resource hash; a hash may be stored several times, always with the same attributes. */
export function selectResources(scope: Scope, hashes: readonly string[]): Sql {
  return select({
    columns: sql`resource_hash, any(attributes) AS resource`,
    from: RESOURCES,
    scope,
    where: [sql`resource_hash IN ${uint64s(hashes.map(BigInt))}`],
    groupBy: sql`resource_hash`,
  });
}
