import type { KeyRing } from '@svc/encryption';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { toTotpPlace } from './totp-place.js';

const BATCH = 100;

/**
 * Encrypts the secrets of authenticators again with the first key of the ring, as `resealSecrets` does for configuration entries.
 *
 * @returns how many were encrypted again.
 */
export async function resealTotpSecrets({ client }: Relational, keyRing: KeyRing, logger: Logger): Promise<number> {
  const current = keyRing.currentPrefix.replaceAll('_', String.raw`\_`);
  let resealed = 0;
  for (let after: string | undefined; ;) {
    const rows = await client.totpFactor.findMany({
      where: { userId: { gt: after }, NOT: { sealedSecret: { startsWith: current } } },
      orderBy: { userId: 'asc' },
      take: BATCH,
    });
    for (const { userId, sealedSecret } of rows) {
      try {
        const place = toTotpPlace(userId);
        const again = keyRing.seal(keyRing.open(sealedSecret, place), place);
        const where = { userId, sealedSecret };
        resealed += (await client.totpFactor.updateMany({ where, data: { sealedSecret: again } })).count;
      } catch (cause) {
        logger.error(
          { err: cause, user_id: userId },
          'authenticator not encrypted with the current key: its own is missing',
        );
      }
    }
    after = rows.at(-1)?.userId;
    if (after === undefined) return resealed;
  }
}
