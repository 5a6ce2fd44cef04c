import type { KeyRing } from '@svc/encryption';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { placeOf } from './place.js';

const BATCH = 100;

/**
 * Encrypts every secret that another key encrypted again with the first key of the ring, so that a replaced key can be removed. Safe
 * to run in several processes and beside writers: a secret that changed meanwhile stays as it is.
 *
 * @returns how many were encrypted again; one whose key is missing is logged and stays.
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
        logger.error(
          { err: cause, config_row_id: id },
          'secret not encrypted with the current key: its own key is missing',
        );
      }
    }
    after = rows.at(-1)?.id;
    if (after === undefined) return resealed;
  }
}
