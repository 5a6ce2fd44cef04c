/**
 * The cache of the user, outside of any checkout: tools, programs of tests and what checks have passed. It is `SVC_CACHE_DIR`, or `svc` in
 * the cache folder of the user, or a folder of the checkout where that cannot be written. Everything in it can be deleted at any time.
 */
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CHECKOUT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const ATTEMPTS = 3;
const PAUSE_MS = 3_000;
const DAY_MS = 24 * 3_600_000;
/** Entries that have not been used for this time are deleted. */
const UNUSED_MS = 30 * DAY_MS;

export const CACHE = findCache();
const TOOLS = path.join(CACHE, 'tools');

/**
 * Returns the folder of the cache that holds a tool, and downloads the tool first if it is missing.
 *
 * @param name of the tool, part of the name of the folder.
 * @param spec everything that the content depends on, such as versions: any JSON. Another spec has another folder.
 * @param bring writes the content into an empty folder, which is renamed afterwards: nothing in it may contain its path. Up to three
 * attempts are made.
 */
export async function keep(name, spec, bring) {
  const identity = JSON.stringify([spec, process.platform, process.arch]);
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  const folder = path.join(TOOLS, `${name}-${hash}`);
  if (!existsSync(folder)) {
    await mkdir(TOOLS, { recursive: true, mode: 0o700 });
    await bringOften(folder, bring);
    await removeUnused(name);
  }
  const now = new Date();
  await utimes(folder, now, now);
  return folder;
}

/** Replaces a file of the cache as a whole, so that other processes never read a part of it. */
export function replaceFile(file, text) {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, file);
}

async function bringOften(folder, bring) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bringInto(folder, bring);
    } catch (error) {
      // A program that is not installed will not be installed a moment later.
      if (attempt === ATTEMPTS || error.code === 'ENOENT') throw error;
      await delay(attempt * PAUSE_MS);
    }
  }
}

async function bringInto(folder, bring) {
  const temporary = await mkdtemp(`${folder}.`);
  try {
    await bring(temporary);
    // Programs that unpack archives set other permissions.
    await chmod(temporary, 0o700);
    await rename(temporary, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Removes older entries of the same tool: entries of other specs, and folders of processes that were killed. */
async function removeUnused(name) {
  for (const entry of await readdir(TOOLS)) {
    const [, tool, suffix] = /^(.+)-[0-9a-f]{16}(\..+)?$/.exec(entry) ?? [];
    if (tool !== name) continue;
    const folder = path.join(TOOLS, entry);
    const usedMs = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (Date.now() - usedMs > (suffix === undefined ? UNUSED_MS : DAY_MS))
      await rm(folder, { recursive: true, force: true });
  }
}

/** A system user may have no home, or one that is read-only. */
function findCache() {
  try {
    // The home is unknown without HOME if the user has no entry in /etc/passwd either.
    const wanted =
      process.env.SVC_CACHE_DIR || path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'svc');
    const folder = path.resolve(wanted);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return path.join(CHECKOUT, '.tools', 'cache');
  }
}
