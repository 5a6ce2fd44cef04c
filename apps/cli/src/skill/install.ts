import type { Stats } from 'node:fs';
import { lstat, mkdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { NewFile } from '../files/new-file.js';
import { Failure } from '../runtime/failure.js';
import { isUnchanged } from './ownership.js';
import type { Place, SkillPlace } from './places.js';

/** `already_visible`: the agent reads the skill from a folder that several agents share, so nothing was written. */
export type InstallStatus = 'installed' | 'updated' | 'unchanged' | 'already_visible';

export interface Installed {
  readonly status: InstallStatus;
  /** The SKILL.md that the agent reads. */
  readonly path: string;
  /** Whether that file is of this version of the client. */
  readonly isCurrent: boolean;
}

const FILE = 'SKILL.md';
/** The most bytes of a file that are read; the skill has some 12 KB, so a larger file is not one that a client wrote. */
const MAX_BYTES = 1_000_000;
const DIRECTORY_MODE = 0o755;
/** Not a secret; other users of the machine may share a repository. */
const FILE_MODE = 0o644;

/**
 * Writes the skill, or replaces a file that a client wrote and nobody changed. Writes nothing if the agent already sees such a file in the
 * folder that agents share. The hash tells changes of users, not forgeries: anyone can compute it, so `isCurrent` compares the text.
 *
 * @throws Failure if a file of either place was changed or is not the skill, or if a link is in the way; nothing is written then.
 */
export async function installSkill(place: SkillPlace, content: string): Promise<Installed> {
  const visible = place.shared && (await readVisible(place.shared));
  if (visible && !isUnchanged(visible.text)) throw changed(visible.file);
  if (visible) return { status: 'already_visible', path: visible.file, isCurrent: visible.text === content };
  const directory = await openDirectory(place);
  const file = path.join(directory, FILE);
  const found = await readRegular(file);
  if (found === content) return { status: 'unchanged', path: file, isCurrent: true };
  if (found !== undefined && !isUnchanged(found)) throw changed(file);
  const written = await NewFile.create(file, FILE_MODE);
  try {
    await written.write(Buffer.from(content));
    await (found === undefined ? written.publish() : written.replace());
  } catch (error) {
    await written.discard();
    throw error;
  }
  return { status: found === undefined ? 'installed' : 'updated', path: file, isCurrent: true };
}

async function readVisible({ anchor, folders }: Place): Promise<{ file: string; text: string } | undefined> {
  let directory = await resolveAnchor(anchor);
  for (const folder of folders) {
    directory = path.join(directory, folder);
    if (!(await isDirectory(directory))) return undefined;
  }
  const file = path.join(directory, FILE);
  const text = await readRegular(file);
  return text === undefined ? undefined : { file, text };
}

/**
 * Creates the folders below the anchor and returns the path of the last. None may be a link: whoever made it, such as the author of a
 * repository, would decide where the file is written.
 */
async function openDirectory({ anchor, folders }: Place): Promise<string> {
  let directory = await resolveAnchor(anchor);
  for (const folder of folders) {
    directory = path.join(directory, folder);
    await mkdir(directory, { mode: DIRECTORY_MODE }).catch((error: unknown) => {
      if (getCode(error) !== 'EEXIST') throw unusable(directory, error);
    });
    await isDirectory(directory);
  }
  return directory;
}

async function resolveAnchor(anchor: string): Promise<string> {
  return await realpath(anchor).catch((error: unknown) => {
    throw unusable(anchor, error);
  });
}

/** Whether there is a directory; false if there is nothing. @throws Failure for a link and for anything else. */
async function isDirectory(directory: string): Promise<boolean> {
  const stats = await findStats(directory);
  if (stats?.isSymbolicLink()) throw linked(directory);
  if (stats && !stats.isDirectory()) throw new Failure('unsafe_path', `${directory} is not a directory`);
  return stats !== undefined;
}

/** The text of a regular file; undefined if there is none. @throws Failure for a link and for anything else. */
async function readRegular(file: string): Promise<string | undefined> {
  const stats = await findStats(file);
  if (!stats) return undefined;
  if (stats.isSymbolicLink()) throw linked(file);
  if (!stats.isFile()) throw new Failure('unsafe_path', `${file} is not a regular file`);
  if (stats.size > MAX_BYTES) throw changed(file);
  return await readFile(file, 'utf8').catch((error: unknown) => {
    throw unusable(file, error);
  });
}

async function findStats(place: string): Promise<Stats | undefined> {
  return await lstat(place).catch((error: unknown) => {
    if (getCode(error) === 'ENOENT') return undefined;
    throw unusable(place, error);
  });
}

function linked(place: string): Failure {
  return new Failure(
    'unsafe_path',
    `${place} is a symbolic link; the skill is read and written only in real folders and files. Remove the link first`,
  );
}

function changed(file: string): Failure {
  const message =
    `${file} was changed since it was installed, or is not of this client, and is kept. Compare it: svc skill show -o table | diff ${quote(file)} - ` +
    `To install this version, move the file away and run the command again`;
  return new Failure('skill_changed', message);
}

function unusable(place: string, error: unknown): Failure {
  return new Failure('unwritable', `${place} cannot be used (${getCode(error)})`);
}

function getCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** Quotes a path for a shell where that is necessary. */
function quote(text: string): string {
  return /^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
