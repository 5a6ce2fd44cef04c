import { readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { MIGRATIONS } from '@svc/columnar';
import { migrationNames } from '@svc/relational';
import { copyFile, readContent, type Content } from './copy-file.js';
import { RESTORING, SECRETS } from './layout.js';
import { readManifest, UnusableBackup, type Manifest } from './manifest.js';

/**
 * Verifies every file of a backup without writing anything.
 * @throws UnusableBackup with the defect.
 */
export async function verifyBackup(backup: string): Promise<Manifest> {
  const manifest = await readUsableManifest(backup);
  for (const [name, expected] of Object.entries(manifest.files))
    requireSame(name, expected, await readContent(path.join(backup, 'state', name)).catch(absent(name)));
  return manifest;
}

/**
 * Restores a backup into a state directory that is empty or does not exist. Until everything is copied and verified, the directory has
 * nothing that a service would use, and nothing is left of a restore that fails.
 */
export async function restoreBackup(backup: string, state: string): Promise<Manifest> {
  const manifest = await readUsableManifest(backup);
  const isNew = requireEmpty(state);
  const restoring = path.join(state, RESTORING);
  await rm(restoring, { recursive: true, force: true });
  await mkdir(restoring, { recursive: true, mode: 0o700 });
  try {
    for (const directory of manifest.directories) await mkdir(path.join(restoring, directory), { mode: 0o700 });
    for (const [name, expected] of Object.entries(manifest.files)) {
      const [from, to] = [path.join(backup, 'state', name), path.join(restoring, name)];
      requireSame(name, expected, await copyFile(from, to).catch(absent(name)));
    }
    for (const [name, target] of Object.entries(manifest.links)) await symlink(target, path.join(restoring, name));
    const names = (await readdir(restoring)).sort((one, other) => Number(one === SECRETS) - Number(other === SECRETS));
    for (const name of names) await rename(path.join(restoring, name), path.join(state, name));
    await rmdir(restoring);
    return manifest;
  } catch (error) {
    await rm(isNew ? state : restoring, { recursive: true, force: true });
    throw error;
  }
}

async function readUsableManifest(backup: string): Promise<Manifest> {
  const manifest = await readManifest(backup);
  const known = new Set([...migrationNames(), ...MIGRATIONS.map(({ name }) => name)]);
  const { relational, columns } = manifest.migrations;
  const unknown = [...relational, ...columns].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new UnusableBackup(
      `A later version made the backup, with the migration ${unknown}. Restore it with that version or a later one.`,
    );
  return manifest;
}

/** @returns whether the directory does not exist. */
function requireEmpty(state: string): boolean {
  let names: string[];
  try {
    names = readdirSync(state);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  // `lost+found` is in the root of a volume, and an earlier restore may have been killed.
  if (names.some((name) => name !== 'lost+found' && name !== RESTORING))
    throw new UnusableBackup(`${state} is not empty. Move it away, or name another directory with SVC_STATE_DIR.`);
  if (process.getuid?.() !== statSync(state).uid)
    throw new UnusableBackup(
      `${state} belongs to another user. Restore as that user, so that the service can read it.`,
    );
  return false;
}

function requireSame(name: string, expected: Content, found: Content): void {
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
    throw new UnusableBackup(`The backup is damaged: ${name} is not what was written.`);
}

function absent(name: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'ENOENT') throw new UnusableBackup(`The backup is damaged: ${name} is missing.`);
    throw error;
  };
}
