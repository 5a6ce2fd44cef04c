import type { Relational } from '@svc/relational';
import type { SealedRows } from '@svc/work';

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
        place: toEntryPlace(projectId, key),
      }));
    },
    replace: ({ id, sealed }, again) =>
      client.configEntry.updateMany({ where: { id, sealed }, data: { sealed: again } }),
  };
}

/** The place a secret of an entry is sealed for. */
export function toEntryPlace(projectId: string, key: string): string {
  return `config_entries/${projectId}/${key}`;
}
