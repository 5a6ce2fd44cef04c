import { open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePartName, type PartName } from './part-name.js';

/**
 * The deduplication tokens that the engine remembers for one table: text files with a line per token,
 * `1 <tab> part that the insert wrote <tab> partition_hash`. Changed only while the engine does not write.
 */
const FOLDER = 'deduplication_logs';

/** The folders of tables that remember tokens: `<engine>/store/<xyz>/<uuid>`. */
export async function tablesWithTokens(engineDirectory: string): Promise<string[]> {
  const store = join(engineDirectory, 'store');
  const found: string[] = [];
  for (const prefix of await names(store)) {
    for (const uuid of await names(join(store, prefix))) {
      const table = join(store, prefix, uuid);
      if ((await names(table)).includes(FOLDER)) found.push(table);
    }
  }
  return found;
}

export async function partsWithTokens(table: string): Promise<PartName[]> {
  const parts: PartName[] = [];
  for (const path of await logFiles(table)) {
    for (const line of (await readLines(path)).lines) {
      const part = parsePart(line);
      if (part) parts.push(part);
    }
  }
  return parts;
}

/**
 * Removes the tokens of some parts, and lines that were truncated by a full disk.
 * @returns the number of removed lines.
 */
export async function removeTokens(table: string, isRemoved: (part: PartName) => boolean): Promise<number> {
  let removed = 0;
  for (const path of await logFiles(table)) {
    const { lines, remainder } = await readLines(path);
    const kept = lines.filter((line) => {
      const part = parsePart(line);
      return part !== undefined && !isRemoved(part);
    });
    const dropped = lines.length - kept.length + (remainder === '' ? 0 : 1);
    if (dropped === 0) continue;
    removed += dropped;
    await replace(path, kept.map((line) => `${line}\n`).join(''), join(table, 'detached', 'token-log.tmp'));
  }
  return removed;
}

/** @param temporary a path outside the folder of the log: the engine does not load a table with an unknown file in it. */
async function replace(path: string, content: string, temporary: string): Promise<void> {
  try {
    const target = await open(temporary, 'w', 0o640);
    try {
      await target.writeFile(content);
      await target.sync();
    } finally {
      await target.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function logFiles(table: string): Promise<string[]> {
  const files = await names(join(table, FOLDER));
  return files.filter((name) => name.endsWith('.txt')).map((name) => join(table, FOLDER, name));
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/**
 * The lines of a file, and the text after the last line break: a truncated line, even if it looks whole, because the
 * number at its end may have lost digits.
 */
async function readLines(path: string): Promise<{ lines: string[]; remainder: string }> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const remainder = lines.pop() ?? '';
  return { lines: lines.filter((line) => line !== ''), remainder };
}

/** Undefined if the line is incomplete. `2` marks a token that was dropped from the window; it names its part too. */
function parsePart(line: string): PartName | undefined {
  const [operation, part = '', token = '', ...rest] = line.split('\t');
  const isWhole = (operation === '1' || operation === '2') && /^[^_]+_\d+_\d+$/.test(token) && rest.length === 0;
  return isWhole ? parsePartName(part) : undefined;
}
