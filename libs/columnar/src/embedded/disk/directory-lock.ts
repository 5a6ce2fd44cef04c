import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds a directory for this process until it ends, however it ends. The engine locks its own files too, but only once it opens
 * them, and they are repaired before that. Node has no file locks; SQLite's are those of the operating system.
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
/** Garbage collection would close it and release the lock. */
const held: DatabaseSync[] = [];
