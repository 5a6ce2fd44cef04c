import { ServiceError } from '@svc/service-error';

/** Place of a part: the path of a member in JSON, or the line of a calendar, counted from 1. */
export type Place = string | number;

export type Outcome = 'kept' | 'changed' | 'dropped';

/** One part of the source, and what became of it. */
export interface ReportEntry {
  readonly path?: string;
  readonly line?: number;
  /** The part, such as a layer and its name. */
  readonly what: string;
  readonly outcome: Outcome;
  /** The reason as a sentence; for a part that was kept, what it became. */
  readonly why: string;
}

/** Collects what became of each part, and limits how many parts a source may have. */
export class Report {
  readonly #entries: ReportEntry[] = [];
  readonly #keys = new Set<string>();
  /** Places of people. */
  readonly people = new Map<string, Place>();
  #items: number;

  constructor(maxItems: number) {
    this.#items = maxItems;
  }

  /** Takes parts from the limit. @throws ServiceError payload_too_large. */
  take(items = 1): void {
    this.#items -= items;
    if (this.#items < 0) throw tooManyParts();
  }

  /** Adds an entry; the same one is added once. */
  add(place: Place, outcome: Outcome, what: string, why: string): void {
    this.take();
    const key = JSON.stringify([place, outcome, what, why]);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#entries.push({ ...placeMember(place), what, outcome, why });
  }

  /** Notes where a person is named, if that is closer than the part of the schedule; the first place counts. */
  name(person: string, place: Place): void {
    if (!this.people.has(person)) this.people.set(person, place);
  }

  /** The entries in the order of the source: by line, or as they were added. */
  get entries(): readonly ReportEntry[] {
    return this.#entries.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  }
}

export const tooManyParts = (): ServiceError =>
  new ServiceError('payload_too_large', {
    message: 'The document has too many parts: export fewer schedules at once, or a shorter time.',
  });

/** A place as the member that names it. */
export function placeMember(place: Place): { path: string } | { line: number } {
  return typeof place === 'number' ? { line: place } : { path: place };
}
