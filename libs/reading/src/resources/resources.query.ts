import { RESOURCES } from '@svc/tables';
import { select, sql, tableColumns, typed, uint64s, type Scope } from '../statement/index.js';

/** Attributes by resource hash; a hash may be stored several times, always with the same attributes. */
export function selectResources(scope: Scope, hashes: readonly string[]) {
  return select({
    columns: {
      ...tableColumns(RESOURCES, ['resource_hash']),
      resource: typed('Map(LowCardinality(String), String)', sql`any(attributes)`),
      types: typed('String', sql`any(attribute_types)`),
    },
    from: RESOURCES,
    scope,
    where: [sql`resource_hash IN ${uint64s(hashes.map(BigInt))}`],
    groupBy: sql`resource_hash`,
  });
}
