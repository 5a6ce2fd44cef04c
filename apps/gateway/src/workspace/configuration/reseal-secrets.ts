import type { KeyRing } from '@svc/encryption';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { placeOf } from './place.js';

const BATCH = 100;

/**
 * Seals again, under the ring's first key, every secret that another key sealed, so that a replaced key can be taken away. Safe to
 * run in several processes and beside writers: a secret that changed meanwhile is left as it is.
 *
 * @returns how many were sealed again; one whose key is gone is reported and stays.
 */
export async function resealSecrets({ client }: Relational, keyRing: KeyRing, logger: Logger): Promise<number> {
  // The letter of an id that stands for any other in LIKE, which startsWith becomes.
  const current = keyRing.currentPrefix.replaceAll('_', String.raw`\_`);
  let resealed = 0;
  for (let after: string | undefined; ;) {
    const rows = await client.configEntry.findMany({
      where: {
        id: { gt: after },
        sealed: { not: null },
        NOT: { sealed: { startsWith: current } },
      },
      orderBy: { id: 'asc' },
      take: BATCH,
    });
    for (const { id, projectId, key, sealed } of rows) {
      try {
        const place = placeOf(projectId, key);
        const again = keyRing.seal(keyRing.open(sealed ?? '', place), place);
        resealed += (await client.configEntry.updateMany({ where: { id, sealed }, data: { sealed: again } })).count;
      } catch (cause) {
        logger.error({ err: cause, config_row_id: id }, 'a secret cannot be sealed again');
      }
    }
    after = rows.at(-1)?.id;
    if (after === undefined) return resealed;
  }
}
