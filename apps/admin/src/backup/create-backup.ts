import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { MIGRATIONS } from '@svc/columnar';
import { claimDirectory, migrationNames, stateHolder } from '@svc/relational';
import { copyFile, type Content } from './copy-file.js';
import { SECRETS, STAGING } from './layout.js';
import { FORMAT, writeManifest, type Manifest } from './manifest.js';
import { tooLong, whilePaused } from './pause.js';
import { countRows } from './rows.js';
import { takeSnapshot, type Snapshot } from './snapshot.js';

export interface BackupOptions {
  /** The state directory of a service, which may be running. */
  readonly state: string;
  /** The directory for the backup; must not exist. */
  readonly target: string;
  /** Maximum milliseconds for which the service may be paused. */
  readonly longestPauseMs: number;
  readonly version: string;
}

/**
 * Backs up a service on one machine. All its processes are paused while its files are linked and copied inside the
 * state directory; then it continues, and the snapshot is copied to the target and hashed.
 */
export async function createBackup({ state, target, longestPauseMs, version }: BackupOptions): Promise<Manifest> {
  await checkSource(state);
  if (existsSync(target)) throw new Error(`${target} exists. Name a directory that does not.`);
  if (!path.relative(state, target).startsWith('..'))
    throw new Error('The backup would be part of the next one. Name a directory outside of the state directory.');
  const release = claimDirectory(path.join(state, `${STAGING}.claim`));
  const staging = path.join(state, STAGING);
  const unfinished = `${target}.partial`;
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { mode: 0o700 });
    const { snapshot, pausedMs } = await createSnapshot(state, staging, longestPauseMs);
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    await checkSpace(unfinished, snapshot.bytes);
    const manifest: Manifest = {
      format: FORMAT,
      version,
      createdAt: new Date().toISOString(),
      pausedMs,
      migrations: { relational: migrationNames(), columns: MIGRATIONS.map(({ name }) => name) },
      rows: await countRows(staging, snapshot),
      totals: { files: snapshot.files.length, bytes: snapshot.bytes },
      directories: [...snapshot.directories],
      links: snapshot.links,
      files: await copyAll(staging, path.join(unfinished, 'state'), snapshot),
    };
    await writeManifest(unfinished, manifest);
    await rename(unfinished, target);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
    release();
  }
}

async function checkSource(state: string): Promise<void> {
  if (!existsSync(path.join(state, SECRETS)))
    throw new Error(`${state} is not a state directory of a service. Name it with SVC_STATE_DIR.`);
  const record = await readFile(path.join(state, 'columnar/write-record'), 'utf8').catch(() => '');
  if (record.startsWith('failed'))
    throw new Error(
      'The column store could not write to its disk. Free space and restart the service before the backup.',
    );
}

async function createSnapshot(state: string, staging: string, longestMs: number) {
  const take = (deadline: number): Snapshot => takeSnapshot(state, staging, deadline, tooLong(longestMs));
  const supervisor = path.join(state, 'postgres/supervisor');
  const service = stateHolder(supervisor);
  if (service === undefined) {
    // While this holds the directory, no service starts on it.
    const release = claimDirectory(supervisor);
    try {
      return { snapshot: take(Infinity), pausedMs: 0 };
    } finally {
      release();
    }
  }
  if (process.platform !== 'linux') throw new Error('On this system, stop the service for the backup.');
  const { result, pausedMs } = await whilePaused(service, longestMs, take);
  return { snapshot: result, pausedMs };
}

async function checkSpace(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < bytes) throw new Error(`The backup needs ${bytes} bytes, and its disk has ${bavail * bsize}.`);
}

async function copyAll(
  staging: string,
  target: string,
  { directories, files }: Snapshot,
): Promise<Record<string, Content>> {
  await mkdir(target, { mode: 0o700 });
  for (const directory of directories) await mkdir(path.join(target, directory), { mode: 0o700 });
  const contents: Record<string, Content> = {};
  for (const file of files) contents[file] = await copyFile(path.join(staging, file), path.join(target, file));
  return contents;
}
