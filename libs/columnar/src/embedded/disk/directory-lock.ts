import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a directory for this process until the process ends in any way. The engine locks its own files too, but only when it opens
 * them, and they are repaired before that. Node has no file locks, so those of SQLite are used.
 *
 * @returns false when another process holds it.
 */
export function lockDirectory(directory: string): boolean {
  const database = new DatabaseSync(join(directory, 'lock'));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
  held.push(database);
  return true;
}

const SQLITE_BUSY = 5;
/** Keeps a reference: garbage collection would close the file and release the lock. */
const held: DatabaseSync[] = [];
