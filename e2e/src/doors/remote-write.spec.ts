import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { encodeWrite, type SentSeries } from '@svc/remote-write/testing';
import { eventually } from '@svc/testing';
import { defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { firstValue, ofProject, whenItHasPoints, whenKnown } from '../metrics/metric.js';
import { theService } from '../topology.js';

const MINUTE_MS = 60_000;
const TYPES = {
  1: 'application/x-protobuf',
  2: 'application/x-protobuf;proto=io.prometheus.write.v2.Request',
} as const;
/** Types of metadata, as the protocol numbers them. */
const [COUNTER, GAUGE, HISTOGRAM] = [1, 2, 3];

describe('Prometheus with no more than our address and a key', () => {
  let secret: string;
  let prefix: string;
  beforeAll(async () => {
    ({ secret } = await makeKey(['telemetry:write'], await defaultProjectId()));
  });
  beforeEach(() => {
    prefix = `rw_${randomUUID().slice(0, 8)}_`;
  });

  const send = async (version: 1 | 2, series: readonly SentSeries[], path = '/api/v1/write') => {
    const answer = await fetch(`${theService().ingestUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`prometheus:${secret}`)}`,
        'content-encoding': 'snappy',
        'content-type': TYPES[version],
        'x-prometheus-remote-write-version': version === 1 ? '0.1.0' : '2.0.0',
      },
      body: new Uint8Array(encodeWrite(version, series)),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const named = (name: string, labels: Record<string, string> = {}) => ({
    __name__: prefix + name,
    instance: 'shop-1:9090',
    job: 'shop',
    ...labels,
  });
  /** The metrics of the test in the API, by their names without the prefix, as soon as there are this many. */
  const list = (count: number) =>
    eventually(`${count} metrics`, async () => {
      const { metrics } = await ok('GET', `/metrics?project_id=${await defaultProjectId()}&name=${prefix}`);
      const found = metrics as Json[];
      assert.ok(found.length <= count, JSON.stringify(found));
      if (found.length < count) return false;
      return Object.fromEntries(found.map((metric) => [String(metric['name']).slice(prefix.length), metric]));
    });
  const typeOf = (metric?: Json) => ['type', 'unit', 'temporality', 'is_monotonic'].map((field) => metric?.[field]);
  const valueOf = async (name: string, agg: string) => firstValue(await whenItHasPoints(prefix + name, agg));

  it('stores version 2 with its types, units, descriptions and starts', async () => {
    const at = Date.now() - 1000;
    const samples = (value: number) => [{ value, timestamp: at }];
    const buckets = { positiveSpans: [{ offset: 1, length: 2 }], positiveDeltas: [1, 1] };
    const totals = { sum: 5, timestamp: at, countInt: 3 };
    const answer = await send(2, [
      { labels: named('requests'), samples: samples(7), type: COUNTER, help: 'Requests.', created: at - MINUTE_MS },
      { labels: named('size'), samples: samples(2048), type: GAUGE, unit: 'bytes' },
      { labels: named('latency_seconds'), histograms: [{ ...totals, ...buckets, schema: 0 }], type: HISTOGRAM },
      {
        labels: named('custom_seconds'),
        histograms: [{ ...totals, ...buckets, schema: -53, customValues: [0.5, 1, 2] }],
        type: HISTOGRAM,
      },
    ]);
    assert.deepEqual([answer.status, answer.text], [204, '']);
    assert.equal(answer.headers.get('x-prometheus-remote-write-samples-written'), '2');
    assert.equal(answer.headers.get('x-prometheus-remote-write-histograms-written'), '2');
    const metrics = await list(4);
    assert.deepEqual(typeOf(metrics['requests']), ['sum', '', 'cumulative', true]);
    assert.equal(metrics['requests']?.['description'], 'Requests.');
    assert.deepEqual(typeOf(metrics['size']), ['gauge', 'By', 'unspecified', false]);
    assert.deepEqual(typeOf(metrics['latency_seconds']), ['exponential_histogram', 's', 'cumulative', false]);
    assert.deepEqual(typeOf(metrics['custom_seconds']), ['histogram', 's', 'cumulative', false]);
    assert.equal(await valueOf('size', 'max'), 2048);
  });

  it('counts counters and native histograms of version 2 from their starts', async () => {
    const now = Date.now();
    const created = now - 3 * MINUTE_MS;
    const times = [2, 1].map((minutes) => now - minutes * MINUTE_MS);
    const histogram = (count: number, timestamp: number) => ({
      sum: count,
      timestamp,
      countInt: count,
      positiveSpans: [{ offset: 1, length: 1 }],
      positiveDeltas: [count],
    });
    const { status } = await send(2, [
      {
        labels: named('jobs_total'),
        samples: times.map((timestamp, at) => ({ value: 4 + at * 6, timestamp })),
        type: COUNTER,
        created,
      },
      {
        labels: named('latency_seconds'),
        histograms: times.map((timestamp, at) => histogram(4 + at * 6, timestamp)),
        type: HISTOGRAM,
        created,
      },
    ]);
    assert.equal(status, 204);
    for (const [name, agg] of [
      ['jobs_total', 'increase'],
      ['latency_seconds', 'count'],
    ] as const) {
      const answer = await whenKnown(
        `/metrics/${prefix}${name}/query?agg=${agg}&interval=1m`,
        (one) => total(one) === 10,
      );
      assert.equal(total(answer), 10, name);
    }
  });

  it('stores version 1 with types and units by its names, and labels of job and instance as the service', async () => {
    const at = Date.now() - 1000;
    const series = (name: string, value: number, labels: Record<string, string> = {}) => ({
      labels: named(name, labels),
      samples: [{ value, timestamp: at }],
    });
    const { status } = await send(
      1,
      [
        series('sent_bytes_total', 10, { code: '200' }),
        series('temperature_celsius', 21.5),
        series('latency_seconds_bucket', 3, { le: '0.5' }),
        series('latency_seconds_bucket', 4, { le: '+Inf' }),
        series('latency_seconds_count', 4),
        series('latency_seconds_sum', 1.5),
      ],
      `/p/${theService().projectSlug}/api/v1/write`,
    );
    assert.equal(status, 204);
    const metrics = await list(5);
    const types = Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, typeOf(metric)]));
    assert.deepEqual(types, {
      sent_bytes_total: ['sum', 'By', 'cumulative', true],
      temperature_celsius: ['gauge', 'Cel', 'unspecified', false],
      latency_seconds_bucket: ['sum', '', 'cumulative', true],
      latency_seconds_count: ['sum', '', 'cumulative', true],
      latency_seconds_sum: ['sum', 's', 'cumulative', true],
    });
    assert.equal(await valueOf('temperature_celsius', 'max'), 21.5);
    assert.equal(metrics['latency_seconds_bucket']?.['series_count'], 2);
    const { labels } = (await ofProject('GET', `/metrics/${prefix}sent_bytes_total/labels`)).json;
    const values = (labels as Json[]).map(({ name, top_values: top }) => [name, (top as Json[])[0]?.['value']]);
    assert.deepEqual(Object.fromEntries(values), {
      code: '200',
      instance: 'shop-1:9090',
      job: 'shop',
      'service.instance.id': 'shop-1:9090',
      service_name: 'shop',
    });
  });

  it('stores the valid part of a request, and says what is wrong with the rest', async () => {
    const at = Date.now();
    const { status, text, headers } = await send(2, [
      { labels: named('kept'), samples: [{ value: 1, timestamp: at }] },
      { labels: { job: 'shop' }, samples: [{ value: 1, timestamp: at }] },
    ]);
    assert.deepEqual([status, text], [400, 'Invalid samples were rejected: 1 metric_name_missing.\n']);
    assert.equal(headers.get('x-prometheus-remote-write-samples-written'), '1');
    await list(1);
  });
});

/** The sum of all buckets of the first series. */
function total(metric: Json): number {
  const [series] = metric['series'] as readonly Json[];
  return ((series?.['points'] ?? []) as readonly Json[]).reduce((sum, { value }) => sum + Number(value ?? 0), 0);
}
