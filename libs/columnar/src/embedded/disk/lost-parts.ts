import { randomBytes } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../engine/engine.js';
import { covers, parsePartName, type PartName } from './part-name.js';
import { removeTokens, tablesWithTokens } from './token-log.js';

/**
 * The engine writes the deduplication token of an insert to disk before it puts the insert's part in its place. When it dies
 * between the two, or when the part is broken by a full disk, it would drop the replay of the very rows that were lost. Called
 * before the engine opens the directory: a token whose part is on disk neither itself nor in a merge is forgotten. What was
 * stored keeps its token, so a replay of the same range with the same token fills exactly the gaps, in every partition and in the
 * targets of materialized views too.
 *
 * Parts that expired or were dropped lose their tokens as well, which changes nothing: their ranges are not replayed.
 *
 * @returns how many tokens were forgotten.
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
 * Parts that the engine found broken when it opened its directory. They get a name that the next start does not take for newly
 * broken; the rows stay for inspection.
 * @returns how many there were. When not 0 the engine must be started once more, because it has read their tokens already.
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
