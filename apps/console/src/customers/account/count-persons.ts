import type { TimelineEntry } from '../../gen/api.js';

export interface ActivePerson {
  readonly id: string;
  /** Number of entries of the person. */
  readonly count: number;
  /** Time of the newest one. */
  readonly lastSeen: string | undefined;
}

/** The persons of entries, which are newest first; those with the most entries first. */
export function countPersons(entries: readonly TimelineEntry[]): readonly ActivePerson[] {
  const persons = new Map<string, { id: string; count: number; lastSeen: string | undefined }>();
  for (const { distinct_id: id, timestamp } of entries) {
    if (id === undefined || id === '') continue;
    const person = persons.get(id) ?? { id, count: 0, lastSeen: timestamp };
    person.count += 1;
    persons.set(id, person);
  }
  return [...persons.values()].toSorted((a, b) => b.count - a.count);
}
