import { randomBytes } from 'node:crypto';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { covers, parsePartName, type PartName } from './part-name.js';
import { partsWithTokens, removeTokens, tablesWithTokens } from './token-log.js';

/** The modification time of a folder is that of the last clock tick of the kernel, up to 10 ms ago. */
const CLOCK_TICK_MS = 50;
/** A merge is undone only this long before the engine deletes its sources. */
const SOURCES_MARGIN_MS = 30_000;

/**
 * Puts aside parts that no completed insert recorded. If the disk is full, the rows of an insert can reach the disk
 * while its token does not. The insert was not acknowledged, so it will be replayed, and nothing would prevent the
 * replay from storing it twice. Called before the engine opens the directory: parts without a token that were written
 * since the last time all writes were known to be good are put aside, together with merges that contain them; the
 * sources of those merges are still on disk and replace them. Every insert into a table with tokens has a token, so a
 * part without one was never acknowledged.
 *
 * @param goodUntilMs time before which all completed writes were good (milliseconds since 1970).
 * @param sourcesKeptMs time for which the engine keeps the sources of a merge, in milliseconds.
 * @returns the number of parts that were put aside.
 */
export async function putAsideUnrecordedParts(
  engineDirectory: string,
  goodUntilMs: number,
  sourcesKeptMs: number,
  nowMs = Date.now(),
): Promise<number> {
  let count = 0;
  for (const table of await tablesWithTokens(engineDirectory)) {
    await removeTokens(table, () => false); // Removes truncated lines only.
    const recent = await recentParts(table, goodUntilMs - CLOCK_TICK_MS);
    const recorded = await partsWithTokens(table);
    const unrecorded = recent.filter(
      ({ part }) =>
        part.level === 0 && part.firstBlock === part.lastBlock && !recorded.some((one) => isSameInsert(one, part)),
    );
    const suspect = recent.filter((one) => unrecorded.some(({ part }) => covers(one.part, part)));
    if (suspect.some(({ changedMs }) => nowMs - changedMs > sourcesKeptMs - SOURCES_MARGIN_MS)) continue;
    for (const { name } of suspect) {
      const aside = `unacknowledged_${randomBytes(4).toString('hex')}_${name}`;
      await rename(join(table, name), join(table, 'detached', aside));
      count += 1;
    }
  }
  return count;
}

interface PartFolder {
  readonly name: string;
  readonly part: PartName;
  readonly changedMs: number;
}

async function recentParts(table: string, sinceMs: number): Promise<PartFolder[]> {
  const found: PartFolder[] = [];
  for (const name of await readdir(table)) {
    const part = parsePartName(name);
    if (!part) continue;
    const { ctimeMs } = await stat(join(table, name));
    if (ctimeMs >= sinceMs) found.push({ name, part, changedMs: ctimeMs });
  }
  return found;
}

function isSameInsert(recorded: PartName, part: PartName): boolean {
  return recorded.partition === part.partition && recorded.firstBlock === part.firstBlock;
}
