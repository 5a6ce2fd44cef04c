import assert from 'node:assert/strict';
import { encodeWrite, readPoints, STALE, toBlock, type SentSeries } from '@svc/remote-write/testing';
import { MAX_BODY_BYTES, startWireServer, type WireServer } from './wire-server.fixture.js';

const DAY_MS = 86_400_000;
const PATH = '/api/v1/write';
const VERSIONS = [1, 2] as const;
const HEADERS = {
  1: { 'content-encoding': 'snappy', 'content-type': 'application/x-protobuf' },
  2: {
    'content-encoding': 'snappy',
    'content-type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request',
    'x-prometheus-remote-write-version': '2.0.0',
  },
} as const;

let sent = 0;
/** A series that no other request has. */
const series = (rest: Partial<SentSeries> = {}): SentSeries => ({
  labels: { __name__: 'up', job: 'shop', number: String(sent++) },
  samples: [{ value: 1, timestamp: Date.now() }],
  ...rest,
});
const histogram = (fields: object = {}): SentSeries =>
  series({ samples: [], histograms: [{ sum: 0, timestamp: Date.now(), countInt: 0, ...fields }] });

describe('the remote write protocol of Prometheus', () => {
  let server: WireServer;
  beforeAll(async () => {
    server = await startWireServer();
  });
  afterAll(() => server.stop());

  const post = (version: 1 | 2, sentSeries: readonly SentSeries[], headers: Record<string, string> = {}, prefix = '') =>
    server.post(`${prefix}${PATH}`, encodeWrite(version, sentSeries), { ...HEADERS[version], ...headers });
  const written = (headers: Headers) =>
    ['samples', 'histograms', 'exemplars'].map((kind) => headers.get(`x-prometheus-remote-write-${kind}-written`));

  it.each(VERSIONS)(
    'answers 204 to version %i once its points are in the log, and stores a repetition once',
    async (version) => {
      const one = series();
      const before = (await server.read('metrics')).length;
      for (let round = 0; round < 2; round += 1) {
        const { status, headers, text } = await post(version, [one]);
        assert.deepEqual([status, text], [204, '']);
        assert.deepEqual(written(headers), version === 1 ? [null, null, null] : ['1', '0', '0']);
      }
      const requests = await server.read('metrics');
      assert.equal(requests.length, before + 1);
      const [point] = readPoints(requests.at(-1) ?? new Uint8Array());
      assert.deepEqual([point?.name, point?.resource, point?.['asDouble']], ['up', { 'service.name': 'shop' }, 1]);
      assert.deepEqual(point?.attributes, { number: one.labels['number'] });
      assert.equal(server.admission.reservedBytes, 0);
    },
  );

  it('states what is written of version 2, and counts the rest by reason', async () => {
    const count = () => server.count('svc_ingest_wire_dropped_total', 'wire="remote_write"', 'reason="exemplar"');
    const before = await count();
    const exemplars = [{ value: 1, timestamp: Date.now() }];
    const ended = series({ samples: [{ value: STALE, timestamp: Date.now() }] });
    const { status, headers } = await post(2, [series({ exemplars }), ended, histogram(), histogram({ resetHint: 3 })]);
    assert.equal(status, 204);
    assert.deepEqual(written(headers), ['2', '1', '0']);
    assert.equal(await count(), before + 1);
    assert.ok((await server.count('svc_ingest_wire_dropped_total', 'reason="stale_marker"')) >= 1);
    assert.ok((await server.count('svc_ingest_wire_dropped_total', 'reason="gauge_histogram"')) >= 1);
  });

  it.each(VERSIONS)('stores the valid part of version %i, and refuses the rest with 400', async (version) => {
    const before = await server.count('svc_ingest_wire_requests_total', 'wire="remote_write"', 'outcome="partial"');
    const old = series({ samples: [{ value: 1, timestamp: Date.now() - 40 * DAY_MS }] });
    const request = [series(), old, series({ labels: { job: 'shop' } }), histogram({ countInt: 9 })];
    const { status, headers, text } = await post(version, request);
    assert.equal(status, 400);
    assert.equal(
      text,
      '1 of 2 data points were rejected: 1 timestamp_too_old. Invalid samples were rejected: 1 metric_name_missing, 1 invalid_histogram.\n',
    );
    assert.deepEqual(written(headers), version === 1 ? [null, null, null] : ['1', '0', '0']);
    assert.match(headers.get('content-type') ?? '', /^text\/plain/);
    const after = await server.count('svc_ingest_wire_requests_total', 'wire="remote_write"', 'outcome="partial"');
    assert.equal(after, before + 1);
  });

  it.each(VERSIONS)('has a thread translate a large request of version %i', async (version) => {
    const before = (await server.read('metrics')).length;
    const many = Array.from({ length: 20_000 }, () => series());
    assert.equal((await post(version, many)).status, 204);
    const requests = await server.read('metrics');
    assert.equal(requests.length, before + 1);
    assert.equal(readPoints(requests.at(-1) ?? new Uint8Array()).length, many.length);
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('accepts the key as Bearer, in a header, and as user or password of Basic, and a project in the path', async () => {
    const { writer } = server.keys;
    const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;
    for (const authorization of [`Bearer ${writer}`, basic('prometheus', writer), basic(writer, '')])
      assert.equal((await post(2, [series()], { authorization })).status, 204, authorization.slice(0, 6));
    assert.equal((await post(1, [series()], { authorization: '', 'x-api-key': writer })).status, 204);
    assert.equal((await post(1, [series()], {}, '/p/shop')).status, 204);
  });

  it.each<[string, number, RegExp, Record<string, string>, (() => Buffer)?]>([
    ['an unknown type', 415, /^content-type:/, { 'content-type': 'application/json' }],
    ['an unknown message', 415, /^content-type:/, { 'content-type': 'application/x-protobuf;proto=other' }],
    ['another compression', 415, /^content-encoding: must be snappy/, { 'content-encoding': 'zstd' }],
    ['no key', 401, /credential is required/, { authorization: 'Basic Og==' }],
    ['a block that is damaged', 400, /Snappy/, {}, () => Buffer.from([9, 9])],
    ['a message of the other version', 400, /version 2/, {}, () => toBlock(Buffer.from([0x22, 0]))],
    ['a body that is too large', 413, /too large/, {}, () => Buffer.alloc(MAX_BODY_BYTES + 1)],
  ])('refuses %s with status %i and a text', async (_what, status, text, headers, body) => {
    const block = body?.() ?? encodeWrite(1, [series()]);
    const answer = await server.post(PATH, block, { ...HEADERS[1], ...headers });
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.text, text);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('refuses a key of another scope', async () => {
    const { status, text } = await post(1, [series()], { authorization: `Bearer ${server.keys.other}` });
    assert.equal(status, 403);
    assert.match(text, /lacks the scope telemetry:write/);
  });

  it('asks to send again with 503 while there is no room, because senders drop what is refused with 429', async () => {
    const { status, headers } = await server.whileFull(() => post(1, [series()]));
    assert.equal(status, 503);
    assert.ok(Number(headers.get('retry-after')) >= 1);
  });

  it('accepts the names of both messages in any case and quoted', async () => {
    const type = 'application/x-protobuf; proto="prometheus.WriteRequest"';
    assert.equal((await post(1, [series()], { 'content-type': type })).status, 204);
  });
});
