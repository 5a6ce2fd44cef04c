import type { Relational } from '@svc/relational';
import type { SealedRows } from '@svc/work';
import { toContext } from './connection-secrets.js';

/** The secrets of connections. */
export function sealedConnections({ client }: Relational): SealedRows {
  return {
    kind: 'connection',
    async page(after, prefix, take) {
      const where = { id: { gt: after }, NOT: { sealed: { startsWith: prefix } } };
      const rows = await client.connection.findMany({ where, orderBy: { id: 'asc' }, take });
      return rows.map((row) => ({ id: row.id, sealed: row.sealed, ...toContext(row) }));
    },
    replace: ({ id, sealed }, again) =>
      client.connection.updateMany({ where: { id, sealed }, data: { sealed: again } }),
  };
}
