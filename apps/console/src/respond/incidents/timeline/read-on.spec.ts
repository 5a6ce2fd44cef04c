import assert from 'node:assert/strict';
import type { IncidentEntry, IncidentsTimelineResponse } from '../../../gen/api.js';
import { NOTHING_READ, readOn } from './read-on.js';

const entry = (seq: number): IncidentEntry => ({ seq, id: `e${seq}`, kind: 'comment', cursor: String(seq) });

/** A timeline of so many entries, in pages of two. */
function timeline(count: number) {
  return async (cursor: string | undefined): Promise<IncidentsTimelineResponse> => {
    const from = Number(cursor ?? 0);
    const entries = [from + 1, from + 2].filter((seq) => seq <= count).map(entry);
    const end = from + entries.length;
    const hasMore = end < count;
    const pagination = { has_more: hasMore, ...(hasMore && { next_cursor: String(end) }) };
    return Promise.resolve({ entries, pagination, resume_cursor: String(end) });
  };
}

describe('The timeline of an incident', () => {
  it('is read page after page, and continues where it has ended', async () => {
    const first = await readOn(NOTHING_READ, timeline(5));
    assert.deepEqual(
      first.entries.map(({ seq }) => seq),
      [1, 2, 3, 4, 5],
    );
    const second = await readOn(first, timeline(6));
    assert.deepEqual(
      second.entries.map(({ seq }) => seq),
      [1, 2, 3, 4, 5, 6],
    );
  });

  it('stays the same list while nothing is added', async () => {
    const first = await readOn(NOTHING_READ, timeline(3));
    assert.equal((await readOn(first, timeline(3))).entries, first.entries);
  });
});
