import assert from 'node:assert/strict';
import { deflateSync, gzipSync } from 'node:zlib';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { unpackEvents } from '../block/content.js';
import type { RecordedEvent } from '../events/event.js';
import { NodeMemory } from '../redact/node-memory.js';
import { EventRedactor } from '../redact/redact-event.js';
import { guessPlace, prepareChunk, type PreparedChunk } from './prepare.js';

const NOW = 1_790_000_000_000;
const meta = { type: 4, timestamp: NOW, data: { href: 'https://x.example/', width: 8, height: 6 } };
const snapshot = {
  type: 2,
  timestamp: NOW + 0.5,
  data: { node: { type: 0, id: 1, childNodes: [] }, initialOffset: {} },
};
const mutation = {
  type: 3,
  timestamp: NOW + 1,
  data: { source: 0, texts: [{ id: 5, value: 'a' }], attributes: [], removes: [], adds: [] },
};
const chunk = (more: object = {}) => ({
  session_id: 's',
  window_id: 'w',
  distinct_id: 'ada',
  seq: 0,
  events: [meta, snapshot],
  ...more,
});

function prepare(request: unknown): PreparedChunk {
  const body = Buffer.from(typeof request === 'string' ? request : JSON.stringify(request));
  const prepared = prepareChunk(body, { place: guessPlace(body) });
  if (prepared.content) return prepared;
  throw new Error('the place was guessed wrong');
}

const eventsOf = async ({ content, bytes }: PreparedChunk): Promise<unknown[]> =>
  (await unpackEvents(content, bytes)).map(({ text }) => JSON.parse(text) as unknown);

function refusal(request: unknown): ServiceError {
  try {
    prepare(request);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('a chunk of a recording', () => {
  it('is packed with the time and the type of each event, and described', async () => {
    const prepared = prepare(chunk({ sent_at: '2026-09-21T12:53:20.5Z', sdk: 'rrweb 2.1.6', release: 'web@1' }));
    assert.deepEqual(await eventsOf(prepared), [meta, snapshot]);
    assert.deepEqual(
      (await unpackEvents(prepared.content, prepared.bytes)).map(({ timestamp, type }) => [timestamp, type]),
      [
        [NOW, 4],
        [NOW + 0.5, 2],
      ],
    );
    const { firstMs, lastMs, snapshots, urls, events } = prepared.description;
    assert.deepEqual(
      [firstMs, lastMs, snapshots, urls, events],
      [NOW, NOW + 0.5, [NOW + 0.5], ['https://x.example/'], 2],
    );
    assert.deepEqual([prepared.sentAtMs, prepared.release], [Date.parse('2026-09-21T12:53:20.500Z'), 'web@1']);
  });

  it('keeps 2,048 characters of an address, and nothing of one that holds its content', () => {
    const long = { ...meta, data: { href: `https://x.example/${'a/'.repeat(5_000)}` } };
    const content = { ...meta, data: { href: `data:image/png;base64,${'A'.repeat(5_000)}` } };
    const { urls } = prepare(chunk({ events: [long, content] })).description;
    assert.deepEqual([urls[0]?.length, urls[1]], [2_048, 'data:']);
  });

  it('counts a tap once, although a click follows the end of the touch', () => {
    const touch = [7, 9, 2].map((type) => ({ type: 3, timestamp: NOW, data: { source: 2, type, id: 1 } }));
    assert.equal(prepare(chunk({ events: touch })).description.clicks, 1);
  });

  it('of another format is not read as if it were of this one', async () => {
    const { content, bytes } = prepare(chunk());
    await assert.rejects(unpackEvents(Buffer.concat([Buffer.of(9), content.slice(1)]), bytes), /unknown format/);
  });

  it('may have events that are packed as by rrweb, or compressed as by PostHog', async () => {
    const packed = (event: object) => deflateSync(JSON.stringify({ ...event, v: 'v1' })).toString('latin1');
    const zipped = (value: unknown) => gzipSync(JSON.stringify(value)).toString('latin1');
    const { texts, attributes, removes, adds } = mutation.data;
    const events = [
      packed(meta),
      JSON.stringify(snapshot),
      { ...snapshot, cv: '2024-10', data: zipped(snapshot.data) },
      {
        ...mutation,
        cv: '2024-10',
        data: {
          source: 0,
          texts: zipped(texts),
          attributes: zipped(attributes),
          removes: zipped(removes),
          adds: zipped(adds),
        },
      },
    ];
    assert.deepEqual(await eventsOf(prepare(chunk({ events }))), [meta, snapshot, snapshot, mutation]);
  });

  it('whose packed events expand too far is too large', () => {
    const bomb = deflateSync(
      JSON.stringify({ type: 5, timestamp: NOW, data: { tag: 'x'.repeat(20_000_000) }, v: 'v1' }),
    );
    assert.equal(refusal(chunk({ events: [bomb.toString('latin1')] })).code, 'payload_too_large');
  });

  it.each<[string, object]>([
    ['session_id', { session_id: 'SECRET\n' }],
    ['session_id', { session_id: 'S'.repeat(201) }],
    ['session_id', { session_id: undefined }],
    ['session_id', { session_id: '' }],
    ['window_id', { window_id: { SECRET: 1 } }],
    ['window_id', { window_id: '\u200bSECRET' }],
    ['distinct_id', { distinct_id: ['SECRET'] }],
    ['distinct_id', { distinct_id: 'SECRET\ud800' }],
    ['seq', { seq: undefined }],
    ['seq', { seq: 'SECRET' }],
    ['seq', { seq: -1 }],
    ['seq', { seq: 1.5 }],
    ['seq', { seq: 2_147_483_648 }],
    ['sent_at', { sent_at: 1_790_000_000_000 }],
    ['sent_at', { sent_at: '2026-09-21T12:53:20' }],
    ['sdk', { sdk: 7 }],
    ['sdk', { sdk: 'SECRET'.repeat(40) }],
    ['url', { url: { SECRET: 1 } }],
    ['url', { url: 'SECRET\ud800' }],
    ['release', { release: ['SECRET'] }],
    ['release', { release: 'SECRET'.repeat(40) }],
    ['environment', { environment: 'SECRET\n' }],
    ['environment', { environment: true }],
    ['events', { events: undefined }],
    ['events', { events: { SECRET: 1 } }],
    ['events[0]', { events: [null] }],
    ['events[0]', { events: [['SECRET']] }],
    ['events[0]', { events: ['{"SECRET'] }],
    ['events[0]', { events: [deflateSync('SECRET').toString('latin1')] }],
    ['events[0]', { events: [deflateSync('7').toString('latin1')] }],
    ['events[0].type', { events: [{ ...meta, type: -1 }] }],
    ['events[0].type', { events: [{ ...meta, type: 2.5 }] }],
    ['events[0].timestamp', { events: [{ ...meta, timestamp: 'SECRET' }] }],
    ['events[0].timestamp', { events: [{ ...meta, timestamp: 5_000_000_000_000 }] }],
    ['events[0].data', { events: [{ ...meta, data: ['SECRET'] }] }],
    ['events[0].data', { events: [{ ...meta, cv: '2024-10', data: gzipSync('SECRET').toString('latin1') }] }],
    ['events[0].data.texts', { events: [{ ...mutation, cv: '2024-10', data: { source: 0, texts: 'SECRET' } }] }],
    ['events[2].v', { events: [meta, meta, deflateSync('{"v":"SECRET"}').toString('latin1')] }],
    ['window_id', { window_id: { SECRET: 1 } }],
    ['distinct_id', { distinct_id: undefined }],
    ['sent_at', { sent_at: 'SECRET' }],
    ['sdk', { sdk: 'SECRET\u0000' }],
    ['url', { url: 'SECRET'.repeat(1_000) }],
    ['events', { events: 'SECRET' }],
    ['events', { events: [] }],
    ['events', { events: Array.from({ length: 20_001 }, () => meta) }],
    ['events[0]', { events: [7] }],
    ['events[0]', { events: ['SECRET'] }],
    ['events[1].type', { events: [meta, { ...meta, type: 'SECRET' }] }],
    ['events[0].timestamp', { events: [{ ...meta, timestamp: 5 }] }],
    ['events[0].data', { events: [{ ...meta, data: 'SECRET' }] }],
    ['events[0].v', { events: [JSON.stringify({ ...meta, v: 'SECRET' })] }],
    ['events[0].data', { events: [{ ...meta, cv: '2024-10', data: 'SECRET' }] }],
  ])('is refused with the name of the field %s, and without its value', (field, more) => {
    const { code, message } = refusal(chunk(more));
    assert.equal(code, 'invalid_request');
    assert.ok(message.startsWith(`${field}: `), message);
    assert.doesNotMatch(message, /SECRET/);
  });

  it.each(['', '[]', '7', '{"session_id":', '\ufeff'])('is refused if the body is %j', (body) =>
    assert.equal(refusal(body).code, 'invalid_request'),
  );

  it.each([Buffer.of(0xff, 0xfe), Buffer.from('{"session_id":"SECRET'), Buffer.from('SECRET')])(
    'is refused if the body is not JSON in UTF-8, without the text of the body',
    (body) => {
      assert.throws(
        () => prepareChunk(body, { place: guessPlace(body) }),
        (error) => error instanceof ServiceError && error.code === 'invalid_request' && !/SECRET/.test(error.message),
      );
    },
  );

  it('whose packed events are small each, but not together, is too large', () => {
    const event = deflateSync(JSON.stringify({ ...meta, data: { tag: 'x'.repeat(6_000_000) } })).toString('latin1');
    assert.equal(prepare(chunk({ events: [event, event] })).description.events, 2);
    assert.equal(refusal(chunk({ events: [event, event, event] })).code, 'payload_too_large');
  });

  it('with data or members of data that expand too far is too large', () => {
    const bomb = gzipSync(JSON.stringify('x'.repeat(20_000_000))).toString('latin1');
    for (const data of [bomb, { source: 0, texts: bomb }])
      assert.equal(refusal(chunk({ events: [{ ...mutation, cv: '2024-10', data }] })).code, 'payload_too_large');
  });

  it('with characters outside of Latin in a packed event is read as UTF-8', async () => {
    const event = { ...meta, data: { ...meta.data, title: 'Größe 😀 用户' } };
    const packed = deflateSync(JSON.stringify({ ...event, v: 'v1' })).toString('latin1');
    assert.deepEqual(await eventsOf(prepare(chunk({ events: [packed] }))), [event]);
  });

  it('has no personal data in its fields, except for the IDs that join it to others', () => {
    const prepared = prepare(
      chunk({
        sdk: 'rrweb of joe@example.org',
        release: 'build of joe@example.org',
        environment: 'joe@example.org',
        url: 'https://joe@x.example/?t=abc',
        events: [snapshot],
      }),
    );
    const { sdk, release, environment, description, distinctId } = prepared;
    assert.deepEqual(
      [sdk, release, environment, description.urls, distinctId],
      ['rrweb of [REDACTED]', 'build of [REDACTED]', '[REDACTED]', ['https://x.example/?t=[REDACTED]'], 'ada'],
    );
    assert.deepEqual(description.masked, { text: 3, url: 1 });
  });

  it('may leave out what is not required', () => {
    for (const nothing of [undefined, null, '']) {
      const { sentAtMs, sdk, release, environment, description } = prepare(
        chunk({
          sent_at: nothing,
          sdk: nothing,
          release: nothing,
          environment: nothing,
          url: nothing,
          events: [snapshot],
        }),
      );
      assert.deepEqual([sentAtMs, sdk, release, environment, description.urls], [undefined, '', '', '', []]);
    }
  });

  it('goes on with the nodes of the chunk before it, and masks changed texts without them', async () => {
    const before = prepare(chunk({ events: [{ ...snapshot, data: { node: { type: 0, id: 1, childNodes: [] } } }] }));
    const body = Buffer.from(JSON.stringify(chunk({ seq: 1, events: [mutation] })));
    const place = guessPlace(body);
    for (const [nodes, value] of [
      [before.nodes, 'a'],
      [undefined, '******'],
    ] as const) {
      const next = prepareChunk(body, { place, nodes });
      assert.ok(next.content);
      const texts = [{ id: 5, value }];
      assert.deepEqual(await eventsOf(next), [{ ...mutation, data: { ...mutation.data, texts } }]);
    }
  });

  it('has as its content the redacted events, byte for byte', async () => {
    const data = fc.dictionary(
      fc.constantFrom('source', 'text', 'href', 'payload', 'node', 'adds', 'texts', 'joe@example.org'),
      fc.oneof(fc.jsonValue(), fc.constantFrom('joe@example.org', 'a\nb\u2028c', '\ud800', 2, 5)),
    );
    const timestamp = fc.double({ min: NOW, max: NOW + 1e6, noNaN: true });
    const event = fc.record({ type: fc.nat(9), timestamp, data });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 5 }), async (events) => {
        const text = JSON.stringify(chunk({ events }));
        const prepared = prepare(text);
        const expected = (JSON.parse(text) as { events: RecordedEvent[] }).events;
        const redactor = new EventRedactor(NodeMemory.unknown());
        for (const each of expected) redactor.redact(each);
        assert.deepEqual(
          await unpackEvents(prepared.content, prepared.bytes),
          expected.map((each) => ({ timestamp: each.timestamp, type: each.type, text: JSON.stringify(each) })),
        );
        assert.deepEqual(prepared.nodes, redactor.memory.remember());
        await assert.rejects(unpackEvents(prepared.content, prepared.bytes - 1));
      }),
    );
  });

  it.each<[string, object]>([
    ['{"seq":3,"window_id":"w","session_id":"s"}', { sessionId: 's', windowId: 'w', seq: 3 }],
    ['{ "session_id" : "s" ,\n "window_id"\t:\n"w", "seq" : 12 }', { sessionId: 's', windowId: 'w', seq: 12 }],
    [String.raw`{"session_id":"\u0061\"","window_id":"\\","seq":0}`, { sessionId: 'a"', windowId: '\\', seq: 0 }],
    ['{"session_id":7,"window_id":null,"seq":"3"}', { sessionId: '', windowId: '', seq: -1 }],
    ['{"session_id":"s","window_id":"w","seq":1.5}', { sessionId: 's', windowId: 'w', seq: -1 }],
    ['{"session_id":"s","window_id":"w","seq":12345678901}', { sessionId: 's', windowId: 'w', seq: -1 }],
    ['{"session_id":"\\x","window_id":"w","seq":1}', { sessionId: '', windowId: 'w', seq: 1 }],
    ['', { sessionId: '', windowId: '', seq: -1 }],
    ['not JSON', { sessionId: '', windowId: '', seq: -1 }],
  ])('of %j seems to have the place %j', (body, place) => assert.deepEqual(guessPlace(Buffer.from(body)), place));

  it('seems to have some place whatever its bytes, also in a part of a buffer', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (body) => void guessPlace(body)));
    const bytes = Buffer.from('"session_id":"x",{"session_id":"s","window_id":"w","seq":3}"seq":9');
    assert.deepEqual(guessPlace(bytes.subarray(17, -7)), { sessionId: 's', windowId: 'w', seq: 3 });
  });

  it.each([{ seq: 1 }, { sessionId: 'other' }, { windowId: 'other' }])('that is not at %j is not prepared', (wrong) => {
    const place = { sessionId: 's', windowId: 'w', seq: 0 };
    const body = Buffer.from(JSON.stringify(chunk()));
    assert.deepEqual(prepareChunk(body, { place: { ...place, ...wrong } }), { place });
  });

  it('has the place that its first bytes say, or else only its real place is returned', () => {
    const body = (request: object): Buffer => Buffer.from(JSON.stringify(request));
    const place = { sessionId: 'a "quoted" ä', windowId: 'w\\1', seq: 7 };
    const request = chunk({ session_id: place.sessionId, window_id: place.windowId, seq: place.seq });
    assert.deepEqual(guessPlace(body(request)), place);
    const { session_id, ...late } = request;
    const swapped = body({ padding: 'x'.repeat(10_000), ...late, session_id });
    assert.notDeepEqual(guessPlace(swapped), place);
    assert.deepEqual(prepareChunk(swapped, { place: guessPlace(swapped) }), { place });
    const misleading = body({ release: '"session_id":"other"', ...request });
    assert.deepEqual(prepareChunk(misleading, { place: { ...place, sessionId: 'other' } }), { place });
  });
});
