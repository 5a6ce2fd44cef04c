import { randomBytes } from 'node:crypto';
import { open, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from './engine.js';

/**
 * The engine remembers the deduplication token of an insert with the name of the part it made. When a full disk or a crash broke
 * that part, the engine puts it aside at the next start but keeps the token, and so would drop the replay of the very rows that
 * were lost. This makes both agree again: a token whose part was put aside, and is in no other part, is forgotten. What was
 * stored keeps its token, so a replay of the same range with the same token fills exactly the gaps, in every partition and in the
 * targets of materialized views too.
 *
 * The log of tokens (`deduplication_logs/*.txt`) has one line per token: `1 <tab> part <tab> partition_hash`.
 *
 * @returns how many tokens were forgotten; when not 0 the process must end without using the engine, which has read the old log.
 */
export async function forgetTokensOfLostParts(engine: Engine): Promise<number> {
  const broken = await brokenParts(engine);
  let forgotten = 0;
  for (const [tablePath, names] of broken) {
    const active = await activeParts(engine, tablePath);
    const lost = names.map(({ part }) => part);
    const isLost = (part: PartName) =>
      lost.some((one) => covers(one, part)) && !active.some((one) => covers(one, part));
    forgotten += await rewriteTokenLogs(join(tablePath, 'deduplication_logs'), isLost);
    // A name that the next start does not take for newly broken. The rows stay for inspection.
    for (const { directory } of names) {
      const kept = directory.replace(BROKEN_PREFIX, `lost_${randomBytes(4).toString('hex')}_`);
      await rename(join(tablePath, 'detached', directory), join(tablePath, 'detached', kept));
    }
  }
  return forgotten;
}

export interface PartName {
  readonly partition: string;
  readonly firstBlock: number;
  readonly lastBlock: number;
  readonly level: number;
  readonly mutation: number;
}

/** `<partition>_<first block>_<last block>_<level>[_<mutation>]` */
export function parsePartName(name: string): PartName | undefined {
  const match = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_(\d+))?$/.exec(name);
  if (!match) return undefined;
  const [, partition = '', firstBlock, lastBlock, level, mutation] = match;
  return {
    partition,
    firstBlock: Number(firstBlock),
    lastBlock: Number(lastBlock),
    level: Number(level),
    mutation: Number(mutation ?? 0),
  };
}

/** Whether `whole` holds the rows that `part` held. */
export function covers(whole: PartName, part: PartName): boolean {
  return (
    whole.partition === part.partition &&
    whole.firstBlock <= part.firstBlock &&
    whole.lastBlock >= part.lastBlock &&
    whole.level >= part.level
  );
}

const BROKEN_PREFIX = /^broken-on-start_/;

interface BrokenPart {
  readonly directory: string;
  readonly part: PartName;
}

async function brokenParts(engine: Engine): Promise<Map<string, BrokenPart[]>> {
  const sql =
    "SELECT DISTINCT data_paths[1] FROM system.tables WHERE engine LIKE '%MergeTree%' AND notEmpty(data_paths) AND (database, name) IN " +
    "(SELECT database, table FROM system.detached_parts WHERE reason = 'broken-on-start')";
  const paths = (await engine.run(sql)).toString().split('\n').filter(Boolean);
  const found = new Map<string, BrokenPart[]>();
  for (const tablePath of paths) {
    const directories = await readdir(join(tablePath, 'detached'));
    const parts = directories
      .filter((name) => BROKEN_PREFIX.test(name))
      .flatMap((directory) => {
        const part = parsePartName(directory.replace(BROKEN_PREFIX, '').replace(/_try\d+$/, ''));
        return part ? [{ directory, part }] : [];
      });
    found.set(tablePath, parts);
  }
  return found;
}

async function activeParts(engine: Engine, tablePath: string): Promise<PartName[]> {
  const sql = 'SELECT name FROM system.parts WHERE active AND startsWith(path, {path:String})';
  const context = { settings: new Map<string, string>(), parameters: new Map([['path', tablePath]]) };
  const names = (await engine.run(sql, context)).toString().split('\n');
  return names.flatMap((name) => parsePartName(name) ?? []);
}

async function rewriteTokenLogs(directory: string, isLost: (part: PartName) => boolean): Promise<number> {
  const files = await readdir(directory).catch(() => []);
  let forgotten = 0;
  for (const file of files.filter((name) => name.endsWith('.txt'))) {
    const path = join(directory, file);
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
    const kept = lines.filter((line) => {
      const part = parsePartName(line.split('\t')[1] ?? '');
      // A line that was cut by the full disk names no whole part and would stop the table from loading.
      return part !== undefined && line.split('\t').length === 3 && !isLost(part);
    });
    if (kept.length === lines.length) continue;
    forgotten += lines.length - kept.length;
    const temporary = `${path}.rewritten`;
    const target = await open(temporary, 'w', 0o640);
    await target.writeFile(kept.map((line) => `${line}\n`).join(''));
    await target.sync();
    await target.close();
    await rename(temporary, path);
  }
  return forgotten;
}
