import { randomBytes } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../engine/engine.js';
import { covers, parsePartName, type PartName } from './part-name.js';
import { removeTokens, tablesWithTokens } from './token-log.js';

/**
 * The engine writes the deduplication token of an insert to disk before it puts the part in place. If it dies
 * between the two, or when the part is broken by a full disk, it would drop the replay of the lost rows. Called
 * before the engine opens the directory: removes tokens whose part is neither on disk nor in a merged part. Stored rows
 * keep their token, so a replay of the same range with the same token fills exactly the gaps, in every partition and in the
 * targets of materialized views.
 *
 * Expired and dropped parts lose their tokens as well, which has no effect because their ranges are not replayed.
 *
 * @returns the number of removed tokens.
 */
export async function forgetTokensWithoutParts(engineDirectory: string): Promise<number> {
  let forgotten = 0;
  for (const table of await tablesWithTokens(engineDirectory)) {
    const present = new Map<string, PartName[]>();
    for (const name of await readdir(table)) {
      const part = parsePartName(name);
      if (!part) continue;
      const others = present.get(part.partition);
      if (others) others.push(part);
      else present.set(part.partition, [part]);
    }
    const isStored = (part: PartName) => present.get(part.partition)?.some((one) => covers(one, part)) ?? false;
    forgotten += await removeTokens(table, (part) => !isStored(part));
  }
  return forgotten;
}

const BROKEN_PREFIX = /^broken-on-start_/;

/**
 * Renames the parts that the engine found broken when it opened its directory, so that the next start does not report them as newly
 * broken; the rows are kept for inspection.
 * @returns the number of parts. If it is not 0, the engine must be restarted, because it has already read their tokens.
 */
export async function setBrokenPartsAside(engine: Engine): Promise<number> {
  const sql =
    "SELECT DISTINCT data_paths[1] FROM system.tables WHERE engine LIKE '%MergeTree%' AND notEmpty(data_paths) " +
    "AND (database, name) IN (SELECT database, table FROM system.detached_parts WHERE reason = 'broken-on-start')";
  const tables = (await engine.run(sql)).toString().split('\n').filter(Boolean);
  let count = 0;
  for (const table of tables) {
    const detached = join(table, 'detached');
    for (const name of (await readdir(detached)).filter((one) => BROKEN_PREFIX.test(one))) {
      const aside = name.replace(BROKEN_PREFIX, `lost_${randomBytes(4).toString('hex')}_`);
      await rename(join(detached, name), join(detached, aside));
      count += 1;
    }
  }
  return count;
}
