/** Objects that expire on a day that their key has: `<folder>/<project>/<day>/…`. */
import type { ObjectStore } from './port.js';

const DAY_MS = 86_400_000;

/**
 * The day on which rows with a time have expired, in UTC, so that nothing but the key has to be asked.
 *
 * @param startMs the time of the rows, in milliseconds since 1970.
 */
export function expiryDay(startMs: number, retentionDays: number): string {
  return dayOf(startMs + (retentionDays + 1) * DAY_MS);
}

/** Deletes the objects of all projects that have expired. @param now in milliseconds since 1970. @returns how many there were. */
export async function deleteExpiredObjects(
  objects: ObjectStore,
  folder: string,
  now: number,
  signal: AbortSignal,
): Promise<number> {
  const today = dayOf(now);
  let deleted = 0;
  for await (const { key } of objects.list(`${folder}/`)) {
    signal.throwIfAborted();
    const [, , expiry = today] = key.split('/');
    if (expiry >= today) continue;
    await objects.delete(key);
    deleted++;
  }
  return deleted;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
