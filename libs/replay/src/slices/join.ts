import type { Slice, SlicedPage } from './slice.js';

/** An event whose slices have all arrived. */
export interface JoinedEvent {
  readonly page: SlicedPage;
  readonly event: number;
  readonly timeMs: number;
  /** Its JSON. */
  readonly text: string;
  /** Log records that it is from. */
  readonly records: number;
}

export interface Joined {
  /** By page and number. */
  readonly events: readonly JoinedEvent[];
  /** Slices of events that lack others, each once. */
  readonly waiting: readonly Slice[];
  /** Log records of complete events whose number another one has that was cut into another number of slices. */
  readonly taken: number;
}

/** Joins slices to events, in whatever order they are. Of slices with the same number the first one counts. */
export function joinSlices(slices: readonly Slice[]): Joined {
  const events = new Map<string, JoinedEvent>();
  const waiting: Slice[] = [];
  let taken = 0;
  for (const group of Map.groupBy(slices, sliceGroup).values()) {
    const parts = new Map<number, Slice>();
    for (const slice of group) if (!parts.has(slice.index)) parts.set(slice.index, slice);
    const ordered = [...parts.values()].toSorted((a, b) => a.index - b.index);
    const [first] = ordered;
    if (first === undefined) continue;
    if (ordered.length < first.total) waiting.push(...ordered);
    else {
      const { page, event, timeMs } = first;
      const name = pageGroup(first) + event;
      const text = ordered.map((slice) => slice.text).join('');
      if (events.has(name)) taken += group.length;
      else events.set(name, { page, event, timeMs, text, records: group.length });
    }
  }
  return { events: [...events.values()].toSorted(byPlace), waiting, taken };
}

/** Names the page that an event or a slice is of, among those of a project. */
export const pageGroup = ({ page: { sessionId, windowId } }: { readonly page: SlicedPage }): string =>
  JSON.stringify([sessionId, windowId]);

/** Slices of one event say alike how many there are. */
export const sliceGroup = (slice: Slice): string => `${pageGroup(slice)}/${slice.event}/${slice.total}`;

function byPlace(a: JoinedEvent, b: JoinedEvent): number {
  const [first, second] = [pageGroup(a), pageGroup(b)];
  return first === second ? a.event - b.event : first < second ? -1 : 1;
}
