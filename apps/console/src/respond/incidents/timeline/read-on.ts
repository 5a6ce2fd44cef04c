import type { IncidentEntry, IncidentsTimelineResponse } from '../../../gen/api.js';

/** The entries that were read so far, and where the next ones begin. */
export interface Timeline {
  readonly entries: readonly IncidentEntry[];
  /** Cursor of the next read; the start if undefined. */
  readonly cursor: string | undefined;
}

export const NOTHING_READ: Timeline = { entries: [], cursor: undefined };

/** Reads everything that was added since, page after page. Entries are only ever added, so those that are known are not read again. */
export async function readOn(
  { entries, cursor }: Timeline,
  read: (cursor: string | undefined) => Promise<IncidentsTimelineResponse>,
): Promise<Timeline> {
  const all = [...entries];
  let next = cursor;
  for (;;) {
    const { entries: more, pagination, resume_cursor: resume } = await read(next);
    all.push(...more);
    next = pagination?.next_cursor ?? resume;
    if (pagination?.has_more !== true) return { entries: more.length === 0 ? entries : all, cursor: next };
  }
}
