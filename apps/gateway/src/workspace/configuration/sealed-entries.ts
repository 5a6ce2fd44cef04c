import type { Relational } from '@svc/relational';
import type { SealedRows } from '@svc/work';
import { placeOf } from './place.js';

/** The secrets of configuration entries. */
export function sealedEntries({ client }: Relational): SealedRows {
  return {
    kind: 'configuration entry',
    async page(after, prefix, take) {
      const rows = await client.configEntry.findMany({
        where: { id: { gt: after }, sealed: { not: null }, NOT: { sealed: { startsWith: prefix } } },
        orderBy: { id: 'asc' },
        take,
      });
      return rows.map(({ id, projectId, key, sealed }) => ({
        id,
        sealed: sealed ?? '',
        place: placeOf(projectId, key),
      }));
    },
    replace: ({ id, sealed }, again) =>
      client.configEntry.updateMany({ where: { id, sealed }, data: { sealed: again } }),
  };
}
