import assert from 'node:assert/strict';
import type { PackedEvent } from '@svc/replay';
import fc from 'fast-check';
import type { ChunkRow } from '../reads/chunks.query.js';
import { shapeOf } from '../reads/session-shape.js';
import { readEventPage, type EventPageRequest, type EventPosition } from './event-page.js';

interface ChunkFixture {
  readonly windowId: string;
  readonly seq: number;
  readonly times: readonly number[];
  readonly bytes?: number;
}

/** A recording of chunks whose events have an ID as their text. */
async function recordingOf(chunks: readonly ChunkFixture[]) {
  const events = new Map<string, readonly PackedEvent[]>();
  const rows = chunks.map(({ windowId, seq, times, bytes = 100 }) => {
    const key = `${windowId} ${seq}`;
    events.set(
      key,
      times.map((timestamp, index) => ({ timestamp, type: 3, text: `"${key} ${index}"` })),
    );
    const row: Partial<ChunkRow> = {
      window_id: windowId,
      seq,
      object_key: key,
      bytes,
      first_ms: String(Math.floor(Math.min(...times))),
      last_ms: String(Math.floor(Math.max(...times))),
      clock_shift_ms: '0',
      received_ms: '0',
      snapshots: [],
      urls: [],
      active_from: [],
      active_to: [],
    };
    return row as ChunkRow;
  });
  const shape = await shapeOf(rows.toSorted((a, b) => (a.window_id < b.window_id ? -1 : 1) || a.seq - b.seq));
  const read: EventPageRequest['read'] = ({ row }) => Promise.resolve(events.get(row.object_key));
  const bytesOf: EventPageRequest['bytesOf'] = ({ row }) => row.bytes;
  return { shape, read, bytesOf };
}

async function pages(request: Omit<EventPageRequest, 'after' | 'isSpent' | 'fromMs'>): Promise<string[][]> {
  const found: string[][] = [];
  for (let after: EventPosition | undefined; ;) {
    const page = await readEventPage({ ...request, fromMs: undefined, after, isSpent: () => false });
    found.push(page.events.map(({ text }) => text));
    if (!page.next) return found;
    after = page.next;
  }
}

const chunkTimes = fc.array(fc.nat(50), { minLength: 1, maxLength: 6 });

describe('pages of events', () => {
  it('have all events once and in order, however chunks overlap and however short the pages are', async () => {
    const windows = fc.array(fc.array(chunkTimes, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(windows, fc.integer({ min: 1, max: 7 }), async (all, limit) => {
        const chunks = all.flatMap((times, window) =>
          times.map((chunk, seq) => ({ windowId: `w${window}`, seq, times: chunk })),
        );
        const expected = chunks
          .flatMap(({ windowId, seq, times }) => times.map((time, index) => ({ time, windowId, seq, index })))
          .toSorted(
            (a, b) =>
              a.time - b.time ||
              (a.windowId === b.windowId ? 0 : a.windowId < b.windowId ? -1 : 1) ||
              a.seq - b.seq ||
              a.index - b.index,
          )
          .map(({ windowId, seq, index }) => `"${windowId} ${seq} ${index}"`);
        const found = await pages({ ...(await recordingOf(chunks)), limit });
        assert.deepEqual(found.flat(), expected);
        assert.ok(found.slice(0, -1).every((page) => page.length === limit));
      }),
    );
  });

  it('read ahead eight small blocks, and a large one alone', async () => {
    const MIB = 1024 * 1024;
    const readsOf = async (bytes: number): Promise<number> => {
      const chunks = Array.from({ length: 20 }, (_, seq) => ({ windowId: 'w', seq, times: [seq], bytes }));
      const { shape, read, bytesOf } = await recordingOf(chunks);
      let reads = 0;
      const counting: EventPageRequest['read'] = (chunk) => {
        reads++;
        return read(chunk);
      };
      await readEventPage({
        shape,
        bytesOf,
        fromMs: undefined,
        after: undefined,
        limit: 1,
        read: counting,
        isSpent: () => false,
      });
      return reads;
    };
    assert.deepEqual([await readsOf(1_000), await readsOf(3 * MIB), await readsOf(16 * MIB)], [9, 3, 2]);
  });

  it('are short if the time is over, and the next one continues', async () => {
    const chunks = [0, 1, 2].map((seq) => ({ windowId: 'w', seq, times: [seq * 10] }));
    const { shape, read, bytesOf } = await recordingOf(chunks);
    let left = 2;
    const request = { shape, read, bytesOf, fromMs: undefined, limit: 10 };
    const first = await readEventPage({ ...request, after: undefined, isSpent: () => left-- <= 0 });
    assert.deepEqual(
      first.events.map(({ text }) => text),
      ['"w 0 0"', '"w 1 0"'],
    );
    const rest = await readEventPage({ ...request, after: first.next, isSpent: () => false });
    assert.deepEqual([rest.events.map(({ text }) => text), rest.next], [['"w 2 0"'], undefined]);
    const none = readEventPage({ ...request, after: undefined, isSpent: () => true });
    await assert.rejects(none, { code: 'unavailable' });
  });
});
