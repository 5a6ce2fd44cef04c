import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Copies of the definitions of databases and tables. On a full disk the engine answers OK to CREATE and ALTER and leaves a
 * definition of zero bytes, and with one such file it does not start again. The copies contain the last acknowledged definitions.
 */
export class DefinitionCopies {
  constructor(
    private readonly engineDirectory: string,
    private readonly copyDirectory: string,
  ) {}

  /** Called after every DDL statement, before it is acknowledged. Fails if a copy cannot be stored durably. */
  async update(): Promise<void> {
    const definitions = await this.#definitions();
    for (const path of definitions) {
      const content = await readIfPresent(join(this.engineDirectory, path));
      if (content === undefined || !isComplete(content)) continue;
      const copy = join(this.copyDirectory, path);
      const existing = await readIfPresent(copy);
      if (existing === undefined || !existing.equals(content)) await writeDurably(copy, content);
    }
    const present = new Set(definitions);
    for (const path of await listDefinitions(this.copyDirectory, '.')) {
      if (!present.has(path)) await rm(join(this.copyDirectory, path), { force: true });
    }
  }

  /**
   * Called before the engine opens the directory. A truncated definition is restored from its copy; one without a copy was never
   * acknowledged and is removed. After failed writes every definition that differs from its copy is restored: its change was not
   * acknowledged, and it may be incomplete.
   * @returns the definitions that were restored or removed.
   */
  async restore(afterFailedWrites: boolean): Promise<readonly string[]> {
    const repaired: string[] = [];
    const present = new Set(await this.#definitions());
    for (const path of present) {
      const file = join(this.engineDirectory, path);
      const content = (await readIfPresent(file)) ?? Buffer.alloc(0);
      const copy = await readIfPresent(join(this.copyDirectory, path));
      const isSuspect = !isComplete(content) || (afterFailedWrites && copy !== undefined && !copy.equals(content));
      if (!isSuspect) continue;
      if (copy) await writeDurably(file, copy);
      else await rm(file, { force: true });
      repaired.push(path);
    }
    return repaired;
  }

  async #definitions(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const root of ['metadata', 'store']) {
      found.push(...(await listDefinitions(this.engineDirectory, root)));
    }
    return found;
  }
}

/** `metadata/<database>.sql`, `store/<xyz>/<uuid>/<table>.sql`: at most three folders deep, so data folders are not walked. */
async function listDefinitions(base: string, root: string, depth = 0): Promise<string[]> {
  const entries = await readdir(join(base, root), { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(root, entry.name);
    if (entry.isFile() && entry.name.endsWith('.sql')) found.push(relative('.', path));
    else if (entry.isDirectory() && depth < 3 && !DATA_FOLDER.test(entry.name)) {
      found.push(...(await listDefinitions(base, path, depth + 1)));
    }
  }
  return found;
}

const DATA_FOLDER = /^(.*_\d+_\d+_\d+(_\d+)?|detached|deduplication_logs|tmp_.*)$/;

/** The engine ends every definition with a newline; a truncated one ends at the end of a disk page. */
function isComplete(content: Buffer): boolean {
  if (content.length === 0 || content.at(-1) !== 0x0a || content.includes(0)) return false;
  let depth = 0;
  for (const byte of content) depth += byte === 0x28 ? 1 : byte === 0x29 ? -1 : 0;
  // Brackets in quoted text may unbalance a complete definition, but then its copy, if any, is identical.
  return content.length % 4096 !== 0 || depth === 0;
}

async function readIfPresent(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
