import type { Relational } from '@svc/relational';
import type { SealedRows } from '@svc/work';
import { toContext } from '../channel-types/channel-secrets.js';

/** The secrets of channels. */
export function sealedChannels({ client }: Relational): SealedRows {
  return {
    kind: 'channel',
    async page(after, prefix, take) {
      const rows = await client.channel.findMany({
        where: { id: { gt: after }, sealed: { not: null }, NOT: { sealed: { startsWith: prefix } } },
        orderBy: { id: 'asc' },
        take,
      });
      return rows.map((row) => ({ id: row.id, sealed: row.sealed ?? '', ...toContext(row) }));
    },
    replace: ({ id, sealed }, again) => client.channel.updateMany({ where: { id, sealed }, data: { sealed: again } }),
  };
}
