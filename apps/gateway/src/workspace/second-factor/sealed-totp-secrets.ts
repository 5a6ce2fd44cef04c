import type { Relational } from '@svc/relational';
import type { SealedRows } from '@svc/work';
import { toTotpPlace } from './totp-place.js';

/** The secrets of authenticators. */
export function sealedTotpSecrets({ client }: Relational): SealedRows {
  return {
    kind: 'authenticator',
    async page(after, prefix, take) {
      const rows = await client.totpFactor.findMany({
        where: { userId: { gt: after }, NOT: { sealedSecret: { startsWith: prefix } } },
        orderBy: { userId: 'asc' },
        take,
      });
      return rows.map(({ userId, sealedSecret }) => ({ id: userId, sealed: sealedSecret, place: toTotpPlace(userId) }));
    },
    replace: ({ id, sealed }, again) =>
      client.totpFactor.updateMany({ where: { userId: id, sealedSecret: sealed }, data: { sealedSecret: again } }),
  };
}
