import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readRequest } from '../request/read-request.js';
import { readSlices, type ReadSlices } from './read-slices.js';
import type { SliceRecord } from './slice.js';

const MIB = 1024 * 1024;
const NOW = 1_790_000_000_000;
const RESOURCE = { 'rum.sessionId': 's1', 'rum.scriptInstance': 'page1', 'service.version': 'web@1' };

interface Sent {
  readonly event?: unknown;
  readonly index?: unknown;
  readonly total?: unknown;
  readonly text?: string;
  readonly timeMs?: number;
  readonly resource?: Readonly<Record<string, string>>;
  readonly more?: Readonly<Record<string, string | number>>;
}

const record = ({ event = 1, index = 1, total = 1, text = '{}', timeMs = NOW, resource, more }: Sent): SliceRecord => ({
  timeMs,
  body: text,
  attributes: new Map(
    Object.entries({ 'rr-web.event': event, 'rr-web.chunk': index, 'rr-web.total-chunks': total, ...more }).flatMap(
      ([key, value]) => (typeof value === 'string' || typeof value === 'number' ? [[key, value] as const] : []),
    ),
  ),
  resource: new Map(Object.entries(resource ?? RESOURCE)),
  scope: 'rum.rr-web 4.0.0',
});

/** An event of rrweb as JSON, cut into slices of about equal length. */
const cut = (event: number, text: string, total: number, more: Sent = {}): SliceRecord[] => {
  const length = Math.ceil(text.length / total);
  return Array.from({ length: total }, (_, at) =>
    record({ event, index: at + 1, total, text: text.slice(at * length, (at + 1) * length), ...more }),
  );
};
const eventText = (number: number, tag = 'note'): string =>
  JSON.stringify({ type: 5, timestamp: NOW + number, data: { tag, payload: { number } } });

const requestsOf = ({ chunks }: Pick<ReadSlices, 'chunks'>) => chunks.map(({ body }) => readRequest(body));
/** The first numbers of the chunks, and those of the events in them. */
const shapeOf = (read: ReadSlices) =>
  read.chunks.map(({ seq, numbers }, at) => ({ seq, numbers, events: requestsOf(read)[at]?.events.length }));
const rejectedOf = ({ rejected }: ReadSlices) => Object.fromEntries(rejected);

describe('slices of events in log records', () => {
  it('become the request that a recorder of ours would have sent', () => {
    const { chunks, waiting, rejected, items } = readSlices([
      ...cut(1, eventText(1), 1),
      ...cut(2, eventText(2), 3, { timeMs: NOW + 2_000 }),
    ]);
    const [request] = requestsOf({ chunks });
    assert.deepEqual([request?.sessionId, request?.windowId, request?.distinctId], ['s1', 'page1', 's1']);
    assert.deepEqual([request?.seq, request?.sentAtMs, request?.sdk], [0, NOW + 2_000, 'rum.rr-web 4.0.0']);
    assert.deepEqual([request?.release, request?.environment], ['web@1', '']);
    assert.deepEqual(request?.events, [JSON.parse(eventText(1)), JSON.parse(eventText(2))]);
    assert.deepEqual(
      chunks.map(({ seq, numbers, records }) => [seq, numbers, records]),
      [[0, 2, 4]],
    );
    assert.deepEqual([waiting, rejected.size, items], [[], 0, 4]);
  });

  it('yield the same events in whatever order they are, and however they are cut', () => {
    const text = fc.string({ unit: 'binary', minLength: 20, maxLength: 80 });
    const events = fc.uniqueArray(
      fc.record({ event: fc.integer({ min: 1, max: 12 }), tag: text, total: fc.integer({ min: 1, max: 6 }) }),
      {
        selector: ({ event }) => event,
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(
        events.chain((all) => {
          const records = all.flatMap(({ event, tag, total }) => cut(event, eventText(event, tag), total));
          return fc.tuple(fc.constant(all), fc.shuffledSubarray(records, { minLength: records.length }));
        }),
        ([all, records]) => {
          const read = readSlices(records);
          const numbers = requestsOf(read).flatMap((request) => request.events.map((event) => JSON.stringify(event)));
          const expected = all.toSorted((a, b) => a.event - b.event).map(({ event, tag }) => eventText(event, tag));
          assert.deepEqual(numbers, expected);
          assert.deepEqual([read.waiting, read.rejected.size], [[], 0]);
          for (const { seq, numbers: count } of read.chunks)
            for (let event = seq + 1; event <= seq + count; event++)
              assert.ok(all.some((each) => each.event === event));
        },
      ),
    );
  });

  it('that arrive in several requests have pieces which make the same request as in one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 30 }), fc.integer({ min: 2, max: 6 }), (tag, total) => {
        const records = cut(7, eventText(7, tag), total);
        const pieces = records.flatMap((each) => {
          const { chunks, waiting } = readSlices([each]);
          assert.deepEqual(chunks, []);
          return waiting.flatMap((event) => event.pieces);
        });
        const [whole] = readSlices(records).chunks;
        const joined = readRequest(Buffer.concat(pieces.map(({ bytes }) => bytes)));
        assert.deepEqual(joined, readRequest(whole?.body ?? Buffer.alloc(0)));
        assert.deepEqual(
          pieces.map(({ index }) => index),
          Array.from({ length: total }, (_, at) => at + 1),
        );
      }),
    );
  });

  it('of an event that lacks one wait, and hold back nothing else', () => {
    const [first = record({}), , last = record({})] = cut(2, eventText(2), 3);
    const read = readSlices([...cut(1, eventText(1), 2), last, first, ...cut(3, eventText(3), 1)]);
    assert.deepEqual(shapeOf(read), [
      { seq: 0, numbers: 1, events: 1 },
      { seq: 2, numbers: 1, events: 1 },
    ]);
    assert.deepEqual(
      read.waiting.map(({ seq, total, pieces }) => [seq, total, pieces.map(({ index }) => index)]),
      [[1, 3, [1, 3]]],
    );
  });

  it('count once if they are doubled', () => {
    const slices = cut(1, eventText(1), 3);
    const { chunks, waiting } = readSlices([...slices, ...slices.toReversed()]);
    assert.deepEqual([requestsOf({ chunks })[0]?.events.length, chunks[0]?.records, waiting.length], [1, 6, 0]);
  });

  it('of one event that say differently how many there are make the first event, and the others are rejected', () => {
    const read = readSlices([...cut(1, eventText(1), 2), ...cut(1, eventText(2), 3), ...cut(2, eventText(2), 1)]);
    assert.deepEqual(rejectedOf(read), { number_taken: 3 });
    assert.deepEqual(requestsOf(read)[0]?.events, [JSON.parse(eventText(1)), JSON.parse(eventText(2))]);
    assert.deepEqual([read.chunks[0]?.records, read.waiting], [3, []]);
  });

  it.each<[string, Sent]>([
    ['no number of the event', { event: undefined, more: {} }],
    ['the event 0', { event: 0 }],
    ['an event below 0', { event: -4 }],
    ['an event that is no integer', { event: 1.5 }],
    ['an event without end', { event: Number.POSITIVE_INFINITY }],
    ['an event beyond the numbers of chunks', { event: 2_147_483_647 }],
    ['an event that is a text', { event: 'first' }],
    ['the slice 0', { index: 0, total: 2 }],
    ['a slice after the last one', { index: 3, total: 2 }],
    ['no slices at all', { total: 0 }],
    ['a billion slices', { index: 1, total: 1e9 }],
    ['no body', { text: '' }],
  ])('are rejected with %s', (_, sent) => {
    const plain = 'event' in sent && sent.event === undefined ? record({ ...sent, event: null }) : record(sent);
    const read = readSlices([plain, record({ event: 5, text: eventText(5) })]);
    assert.deepEqual([rejectedOf(read), shapeOf(read)], [{ invalid_slice: 1 }, [{ seq: 4, numbers: 1, events: 1 }]]);
  });

  it('without a session are rejected', () => {
    assert.deepEqual(rejectedOf(readSlices([record({ resource: {} })])), { session_missing: 1 });
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a session with a character that no store keeps', { 'session.id': 's\0' }],
    ['a session of more than 200 bytes', { 'session.id': 's'.repeat(201) }],
    ['a session that cannot be seen', { 'session.id': '\u200b' }],
    ['a session with half a character', { 'session.id': '\ud83d' }],
    ['a window of more than 200 bytes', { 'session.id': 's', 'rum.scriptInstance': 'é'.repeat(101) }],
    ['a person with a line break', { 'session.id': 's', 'user.id': 'ada\n' }],
  ])('are rejected with %s, whether they are complete or wait', (_, resource) => {
    const read = readSlices([1, 2].map((total) => record({ resource, total, text: eventText(1) })));
    assert.deepEqual([rejectedOf(read), read.chunks, read.waiting], [{ invalid_slice: 2 }, [], []]);
  });

  it.each<[string, Readonly<Record<string, string>>, readonly [string, string, string]]>([
    ['of HyperDX', { 'rum.sessionId': 's', 'rum.scriptInstance': 'p' }, ['s', 'p', 's']],
    ['of Splunk', { 'rum.sessionId': 's', 'splunk.scriptInstance': 'p' }, ['s', 'p', 's']],
    [
      'of OpenTelemetry',
      { 'session.id': 's', 'service.instance.id': 'p', 'user.id': 'ada', 'rum.sessionId': 'other' },
      ['s', 'p', 'ada'],
    ],
    ['that name no page, which is the session then', { 'session.id': 's', 'enduser.id': 'ada' }, ['s', 's', 'ada']],
  ])('have the session, the window and the person in attributes %s', (_, resource, expected) => {
    const [request] = requestsOf(readSlices([record({ resource, text: eventText(1) })]));
    assert.deepEqual([request?.sessionId, request?.windowId, request?.distinctId], expected);
  });

  it('of several pages become chunks of each, also with the same numbers', () => {
    const pages = ['a', 'b'].map((page) => ({ ...RESOURCE, 'rum.scriptInstance': page }));
    const read = readSlices(pages.flatMap((resource) => cut(1, eventText(1), 2, { resource })));
    assert.deepEqual(
      read.chunks.map(({ windowId, seq }) => [windowId, seq]),
      [
        ['a', 0],
        ['b', 0],
      ],
    );
  });

  it('that waited while the session changed are rejected, because they have the ID of the new one', () => {
    const before = [500, 501].map((event) => record({ event, text: eventText(event), timeMs: NOW - 1_000 }));
    const after = [1, 2, 3].map((event) => record({ event, text: eventText(event), timeMs: NOW + event }));
    const read = readSlices([...before, ...after]);
    assert.deepEqual([rejectedOf(read), shapeOf(read)], [{ earlier_session: 2 }, [{ seq: 0, numbers: 3, events: 3 }]]);
    const later = readSlices([...after, record({ event: 500, text: eventText(500), timeMs: NOW + 900 })]);
    assert.equal(later.rejected.size, 0, 'a hole alone says that a request is missing');
  });

  it('become chunks of at most 5,000 events and 4 Mi characters, whatever a request has', () => {
    const small = Array.from({ length: 12_000 }, (_, at) => record({ event: at + 1, text: eventText(at + 1) }));
    assert.deepEqual(
      shapeOf(readSlices(small)).map(({ numbers }) => numbers),
      [5_000, 5_000, 2_000],
    );
    const large = eventText(1, 'x'.repeat(3 * 1024 * 1024));
    const read = readSlices([1, 2, 3].map((event) => record({ event, text: large })));
    assert.deepEqual(
      shapeOf(read).map(({ seq, numbers }) => [seq, numbers]),
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
    );
  });

  it('of more than a hundred pages and incomplete events are rejected', () => {
    const holes = Array.from({ length: 101 }, (_, at) => record({ event: 2 * at + 1, text: eventText(at) }));
    assert.deepEqual(rejectedOf(readSlices(holes)), { too_many_pages: 1 });
    const incomplete = Array.from({ length: 101 }, (_, at) => record({ event: at + 1, total: 2 }));
    const read = readSlices(incomplete);
    assert.deepEqual([rejectedOf(read), read.waiting.length], [{ too_many_pages: 1 }, 100]);
  });

  it.each<[string, readonly [slices: number, text: string][], waiting: number]>([
    [
      '128 slices',
      [
        [60, 'a'],
        [60, 'a'],
        [60, 'a'],
        [8, 'a'],
      ],
      128,
    ],
    [
      '2 MiB in a slice',
      [
        [1, 'x'.repeat(2 * MIB + 1)],
        [1, 'a'],
      ],
      1,
    ],
    [
      '2 MiB in a slice once it is quoted',
      [
        [1, '\0'.repeat(MIB / 2)],
        [1, '"'.repeat(MIB / 2)],
      ],
      1,
    ],
    [
      '2 MiB in a slice as UTF-8',
      [
        [1, '好'.repeat(MIB)],
        [1, '好'.repeat(MIB / 2)],
      ],
      1,
    ],
    [
      '6 MiB of slices once they are quoted',
      [
        [4, '"'.repeat(MIB * 0.7)],
        [1, '"'.repeat(MIB * 0.7)],
        [1, 'a'],
      ],
      5,
    ],
  ])('of incomplete events wait up to %s, and others are rejected', (_, events, waiting) => {
    const records = events.flatMap(([slices, text], at) =>
      Array.from({ length: slices }, (__, index) => record({ event: at + 1, index: index + 1, total: 64, text })),
    );
    const read = readSlices(records);
    assert.equal(read.waiting.flatMap(({ pieces }) => pieces).length, waiting);
    assert.deepEqual(rejectedOf(read), { too_many_waiting: records.length - waiting });
  });
});
