import type { Relational } from '@svc/relational';
import type { SealedRows } from '@svc/work';

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

/** The place for which the secret of an authenticator is sealed. */
export function toTotpPlace(userId: string): string {
  return `totp ${userId}`;
}
