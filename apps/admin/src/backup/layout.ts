import { posix } from 'node:path';

/** Which files of a state directory belong to a backup. Paths are relative to it, with slashes. */

/** A backup that is being made. Hard links need the file system of the state directory. */
export const STAGING = 'backup-staging';
/** A restore that is not complete. */
export const RESTORING = 'restoring';
/** The directory cannot be opened without it, so a restore puts it in place last. */
export const SECRETS = 'secrets.json';

/** Entries that are not backed up: descriptions of running processes, and files that the stores create again. */
const LEFT_OUT = new Set([
  'run',
  STAGING,
  `${STAGING}.claim`,
  RESTORING,
  'columnar/lock',
  'columnar/lock-journal',
  'columnar/engine/status',
  'columnar/engine/tmp',
  'event-log/lock.mdb',
  'postgres/data/postmaster.opts',
  'postgres/data/postmaster.pid',
  'postgres/run',
  'postgres/server.log',
  'postgres/supervisor',
]);

/** Parts that the engine has not finished; it removes them at its start. */
const UNFINISHED_PART = /^columnar\/engine\/store\/[^/]+\/[^/]+\/(?:delete_)?tmp[-_]/;

export function isLeftOut(path: string): boolean {
  return LEFT_OUT.has(path) || UNFINISHED_PART.test(path);
}

/** Columns, marks and indexes of a part: the engine writes them once, and merges and mutations write new parts. */
const PART_DATA = /^columnar\/engine\/store\/[^/]+\/[^/]+\/[^/]+_\d+_\d+_\d+(?:_\d+)?\/.+\.(?:bin|c?mrk\d?|c?idx)$/;
/** An object is complete when it gets its name. */
const OBJECT = /^objects\/.+~$/;

/** Whether the content never changes, so that a hard link keeps it as it is now. */
export function isImmutable(path: string): boolean {
  return PART_DATA.test(path) || OBJECT.test(path);
}

/** Segments of the event log are only appended to, and of them only the one with the highest number. */
const SEGMENT = /^event-log\/values-(\d+)$/;

export function segmentNumber(path: string): number | undefined {
  const number = SEGMENT.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Whether it is a relative path that does not lead out of its directory. */
export function isInside(path: string): boolean {
  return path !== '' && !posix.isAbsolute(path) && posix.normalize(path) === path && !path.startsWith('..');
}

/** Whether a symbolic link leads to something in the same directory tree. */
export function staysInside(link: string, target: string): boolean {
  return !posix.isAbsolute(target) && isInside(posix.join(posix.dirname(link), target));
}
