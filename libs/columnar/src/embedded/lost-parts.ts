import { randomBytes } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from './engine.js';
import { covers, parsePartName, type PartName } from './part-name.js';
import { removeTokens } from './token-log.js';

/**
 * The engine remembers the deduplication token of an insert with the name of the part it made. When a full disk or a crash broke
 * that part, the engine puts it aside at the next start but keeps the token, and so would drop the replay of the very rows that
 * were lost. This makes both agree again: a token whose part was put aside, and is in no other part, is forgotten. What was
 * stored keeps its token, so a replay of the same range with the same token fills exactly the gaps, in every partition and in the
 * targets of materialized views too.
 *
 * @returns how many tokens were forgotten; when not 0 the process must end without using the engine, which has read the old log.
 */
export async function forgetTokensOfLostParts(engine: Engine): Promise<number> {
  let forgotten = 0;
  for (const [table, broken] of await brokenParts(engine)) {
    const active = await activeParts(engine, table);
    const isLost = (part: PartName) =>
      broken.some((one) => covers(one.part, part)) && !active.some((one) => covers(one, part));
    forgotten += await removeTokens(table, isLost);
    // A name that the next start does not take for newly broken. The rows stay for inspection.
    for (const { directory } of broken) {
      const kept = directory.replace(BROKEN_PREFIX, `lost_${randomBytes(4).toString('hex')}_`);
      await rename(join(table, 'detached', directory), join(table, 'detached', kept));
    }
  }
  return forgotten;
}

const BROKEN_PREFIX = /^broken-on-start_/;

interface BrokenPart {
  readonly directory: string;
  readonly part: PartName;
}

async function brokenParts(engine: Engine): Promise<Map<string, BrokenPart[]>> {
  const sql =
    "SELECT DISTINCT data_paths[1] FROM system.tables WHERE engine LIKE '%MergeTree%' AND notEmpty(data_paths) " +
    "AND (database, name) IN (SELECT database, table FROM system.detached_parts WHERE reason = 'broken-on-start')";
  const tables = (await engine.run(sql)).toString().split('\n').filter(Boolean);
  const found = new Map<string, BrokenPart[]>();
  for (const table of tables) {
    const directories = (await readdir(join(table, 'detached'))).filter((name) => BROKEN_PREFIX.test(name));
    const parts = directories.flatMap((directory) => {
      const part = parsePartName(directory.replace(BROKEN_PREFIX, '').replace(/_try\d+$/, ''));
      return part ? [{ directory, part }] : [];
    });
    found.set(table, parts);
  }
  return found;
}

async function activeParts(engine: Engine, table: string): Promise<PartName[]> {
  const sql = 'SELECT name FROM system.parts WHERE active AND startsWith(path, {path:String})';
  const context = { settings: new Map<string, string>(), parameters: new Map([['path', table]]) };
  const names = (await engine.run(sql, context)).toString().split('\n');
  return names.flatMap((name) => parsePartName(name) ?? []);
}
