import { lstat, mkdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { NewFile } from '../files/new-file.js';
import { Failure } from '../runtime/failure.js';
import { isSkill, isUnchanged } from './ownership.js';
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
const DIRECTORY_MODE = 0o755;
/** Not a secret; other users of the machine may share a repository. */
const FILE_MODE = 0o644;

/**
 * Writes the skill, or replaces a file that a client wrote and nobody changed.
 *
 * @throws Failure if the file was changed or is not the skill, or if a link is in the way; nothing is written then.
 */
export async function installSkill(place: SkillPlace, content: string): Promise<Installed> {
  const visible = place.shared && (await readVisible(place.shared));
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
  const file = path.join(anchor, ...folders, FILE);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text !== undefined && isSkill(text) ? { file, text } : undefined;
}

/**
 * Creates the folders below the anchor and returns the path of the last. None may be a link: whoever made it, such as the author of a
 * repository, would decide where the file is written.
 */
async function openDirectory({ anchor, folders }: Place): Promise<string> {
  let directory = await realpath(anchor).catch((error: unknown) => {
    throw unusable(anchor, error);
  });
  for (const folder of folders) {
    directory = path.join(directory, folder);
    await mkdir(directory, { mode: DIRECTORY_MODE }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw unusable(directory, error);
    });
    const stats = await lstat(directory);
    if (stats.isSymbolicLink()) throw linked(directory);
    if (!stats.isDirectory()) throw new Failure('unsafe_path', `${directory} is not a directory`);
  }
  return directory;
}

/** The text of a regular file; undefined if there is none. */
async function readRegular(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats) return undefined;
  if (stats.isSymbolicLink()) throw linked(file);
  if (!stats.isFile()) throw new Failure('unsafe_path', `${file} is not a regular file`);
  return await readFile(file, 'utf8').catch((error: unknown) => {
    throw unusable(file, error);
  });
}

function linked(place: string): Failure {
  return new Failure(
    'unsafe_path',
    `${place} is a symbolic link; the skill is written only to real folders and files. Remove the link first`,
  );
}

function changed(file: string): Failure {
  const message =
    `${file} was changed since it was installed, or is not of this client, and is kept. Compare it: svc skill show | diff ${quote(file)} - ` +
    `To install this version, move the file away and run the command again`;
  return new Failure('skill_changed', message);
}

function unusable(place: string, error: unknown): Failure {
  return new Failure('unwritable', `${place} cannot be used (${codeOf(error)})`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** Quotes a path for a shell where that is necessary. */
function quote(text: string): string {
  return /^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
