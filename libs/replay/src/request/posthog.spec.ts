import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { ServiceError, withPaths } from '@svc/service-error';
import { unpackEvents } from '../block/content.js';
import { postHogField, translatePostHog, type TranslatedChunk } from './posthog.js';
import { prepareChunk, type PreparedChunk } from './prepare.js';
import { isNumbered } from './timed-seq.js';

const NOW = 1_790_000_000_000;
const MADE = '2026-09-21T12:53:20.500Z';
const meta = { type: 4, timestamp: NOW, data: { href: 'https://shop.example/cart?token=abc', width: 8, height: 6 } };
const page = { node: { type: 0, id: 1, childNodes: [] }, initialOffset: { left: 0, top: 0 } };
const snapshot = { type: 2, timestamp: NOW + 1, data: page };
const compressed = (value: unknown): string => gzipSync(JSON.stringify(value)).toString('latin1');

const properties = (more: object = {}) => ({
  $session_id: 's',
  $window_id: 'w',
  distinct_id: 'ada',
  token: 'key',
  $lib: 'web',
  $lib_version: '1.449.2',
  $snapshot_bytes: 100,
  $snapshot_data: [meta, snapshot],
  ...more,
});
const event = (more: object = {}, beside: object = {}) => ({
  uuid: 'u',
  event: '$snapshot',
  properties: properties(more),
  timestamp: MADE,
  sent_at: '2026-09-21T12:53:22.000Z',
  ...beside,
});
const translate = (request: unknown): TranslatedChunk[] =>
  translatePostHog(Buffer.from(typeof request === 'string' ? request : JSON.stringify(request)));
const translateOne = (request: unknown): TranslatedChunk => translate(request)[0] ?? assert.fail('no chunk');
const bodyOf = ({ body }: TranslatedChunk): unknown => JSON.parse(Buffer.from(body).toString());

/** Reads a request as ingestion does. */
function prepare(request: unknown): PreparedChunk[] {
  return translate(request).map(({ places: [place], body, path }) => {
    assert.ok(place);
    try {
      const prepared = prepareChunk(body, { place, isGiven: true });
      assert.ok(prepared.content);
      return prepared;
    } catch (error) {
      throw withPaths(error, (field) => postHogField(field, path));
    }
  });
}

function refusal(request: unknown): string {
  try {
    prepare(request);
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('a request of a recorder of PostHog', () => {
  it('becomes a chunk with the time, the SDK and the person of the event', () => {
    const chunk = translateOne([event()]);
    const sdk = 'posthog-js 1.449.2';
    assert.deepEqual(bodyOf(chunk), { distinct_id: 'ada', sent_at: MADE, sdk, events: [meta, snapshot] });
    const { sessionId, windowId, seq } = chunk.places[0] ?? assert.fail('no place');
    assert.deepEqual([sessionId, windowId, isNumbered(seq)], ['s', 'w', false]);
  });

  it('is the same for each attempt, which has another time of sending, and whatever other events it has', () => {
    const first = translateOne([event()]);
    for (const again of [
      translateOne([event({}, { sent_at: '2026-09-21T12:59:00.000Z' })]),
      translate([event({ $session_id: 'other' }), event()])[1],
      translateOne(event()),
    ])
      assert.deepEqual({ ...again, path: first.path }, first);
  });

  it('has a chunk for each event, in their order', () => {
    const later = { type: 3, timestamp: NOW + 2_000, data: { source: 2, type: 2, id: 1 } };
    const chunks = translate([event(), event({ $window_id: 'v' }), event({ $snapshot_data: [later] })]);
    assert.deepEqual(
      chunks.map(({ places: [place], path }) => [place?.windowId, path]),
      [
        ['w', '[0].'],
        ['v', '[1].'],
        ['w', '[2].'],
      ],
    );
    const [first, , last] = chunks.map(({ places }) => places[0]?.seq ?? 0);
    assert.ok(first !== undefined && last !== undefined && last > first);
  });

  it.each<[what: string, more: object, beside: object, expected: object]>([
    ['an event alone', { $snapshot_data: meta }, {}, { events: [meta] }],
    ['a person beside the properties', { distinct_id: undefined }, { distinct_id: 'eve' }, { distinct_id: 'eve' }],
    ['a person with a number', { distinct_id: 7 }, {}, { distinct_id: '7' }],
    ['another library', { $lib: 'posthog-react-native', $lib_version: 5 }, {}, { sdk: 'posthog-react-native' }],
    ['a library that is no name', { $lib: 'a\u0000b', $lib_version: {} }, {}, { sdk: '' }],
    ['a time that is none', {}, { timestamp: 'yesterday' }, { sent_at: undefined }],
  ])('is read with %s', (_, more, beside, expected) => {
    const body = bodyOf(translateOne(event(more, beside))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(body[name], value, name);
  });

  it('is read from Base64, a form, and a batch, and has the session as its window if it names none', () => {
    const json = JSON.stringify([event()]);
    const first = translateOne(json);
    const base64 = Buffer.from(json).toString('base64');
    for (const body of [base64, `data=${encodeURIComponent(base64)}`, `data=${encodeURIComponent(json)}`])
      assert.deepEqual(translateOne(body), first);
    assert.deepEqual(translateOne({ api_key: 'k', batch: [event()] }), { ...first, path: 'batch[0].' });
    assert.equal(translateOne(event({ $window_id: undefined })).places[0]?.windowId, 's');
  });

  it('is read with the compressed events of its SDK, and its page is redacted', async () => {
    const rule = { source: 8, adds: [{ rule: 'a{}' }] };
    const mutation = { source: 0, texts: [], attributes: [], removes: [], adds: [] };
    const packed = [
      meta,
      { type: 2, timestamp: NOW + 1, cv: '2024-10', data: compressed(page) },
      { type: 3, timestamp: NOW + 2, cv: '2024-10', data: { source: 8, adds: compressed(rule.adds) } },
      {
        type: 3,
        timestamp: NOW + 3,
        cv: '2024-10',
        data: { ...mutation, adds: compressed([]), texts: compressed([]) },
      },
    ];
    const [prepared] = prepare([event({ $snapshot_data: packed })]);
    assert.ok(prepared);
    const events = (await unpackEvents(prepared.content, prepared.bytes)).map(
      ({ text }) => JSON.parse(text) as unknown,
    );
    assert.deepEqual(events, [
      { ...meta, data: { ...meta.data, href: 'https://shop.example/cart?token=[REDACTED]' } },
      { ...snapshot },
      { type: 3, timestamp: NOW + 2, data: rule },
      { type: 3, timestamp: NOW + 3, data: mutation },
    ]);
    assert.deepEqual(prepared.description.urls, ['https://shop.example/cart?token=[REDACTED]']);
  });

  it.each<[what: string, request: unknown, reason: string]>([
    ['that is no JSON', '[{"secret":', 'the body must be JSON'],
    ['without events', '[]', 'the body must have 1 to 100 events'],
    ['with too many events', Array.from({ length: 101 }, () => event()), 'the body must have 1 to 100 events'],
    ['with another event', [event({}, { event: 'secret' })], '[0].event: must be $snapshot'],
    ['with something else', ['secret'], '[0].event: must be $snapshot'],
    ['without a session', [event(), event({ $session_id: null })], '[1].properties.$session_id: is required'],
    [
      'with a window that is no text',
      { batch: [event({ $window_id: { secret: 1 } })] },
      'batch[0].properties.$window_id',
    ],
    ['without a person', event({ distinct_id: undefined }), 'properties.distinct_id: is required'],
    [
      'without recorded events',
      [event({ $snapshot_data: 'secret' })],
      '[0].properties.$snapshot_data: must be an array',
    ],
    [
      'with an event without a time',
      [event({ $snapshot_data: [meta, { type: 4, timestamp: 'secret' }] })],
      '[0].properties.$snapshot_data[1].timestamp: must be a time',
    ],
    [
      'with an event at the end of time',
      '[{"event":"$snapshot","properties":{"$session_id":"s","distinct_id":"d","$snapshot_data":[{"type":4,"timestamp":1e999}]}}]',
      '[0].properties.$snapshot_data[0].timestamp: must be a time',
    ],
    [
      'with an event that is not compressed as it says',
      [event({ $snapshot_data: [{ type: 2, timestamp: NOW, cv: '2024-10', data: 'secret' }] })],
      '[0].properties.$snapshot_data[0].data: is not in the form',
    ],
    [
      'with events that are nested too deeply',
      `{"event":"$snapshot","properties":{"$session_id":"s","$snapshot_data":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
      'properties.$snapshot_data: is nested too deeply',
    ],
  ])('is refused if it is one %s', (_, request, reason) => {
    const found = refusal(request);
    assert.ok(found.startsWith(`invalid_request ${reason}`), found);
    assert.doesNotMatch(found, /secret/);
  });
});
