import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { encodeWrite } from '@svc/remote-write/testing';
import { eventually } from '@svc/testing';
import { defaultProjectId, makeKey } from '../api.js';
import { theService } from '../topology.js';

const STEP_MS = 15_000;

/** An answer of the query interface. */
interface Answer {
  readonly status: number;
  readonly body: {
    readonly status: string;
    readonly data?: { readonly resultType: string; readonly result: readonly Found[] };
    readonly errorType?: string;
    readonly error?: string;
  };
}

/** A series of a result. */
interface Found {
  readonly metric: Readonly<Record<string, string>>;
  readonly value?: readonly [number, string];
  readonly values?: readonly (readonly [number, string])[];
}

describe('PromQL with no more than our address and a key', () => {
  const { httpUrl, ingestUrl, projectSlug } = theService();
  /** The time of the last sample: a whole step, long enough ago to be queried as of now. */
  const end = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  const times = Array.from({ length: 21 }, (_, at) => end - (20 - at) * STEP_MS);
  const prefix = `pq_${randomUUID().slice(0, 8)}_`;
  let reads: string;
  let writes: string;
  beforeAll(async () => {
    const project = await defaultProjectId();
    [{ secret: reads }, { secret: writes }] = await Promise.all([
      makeKey(['metrics:read']),
      makeKey(['telemetry:write'], project),
    ]);
  });

  const ask = async (
    path: string,
    parameters: Record<string, string>,
    method = 'GET',
    key = reads,
  ): Promise<Answer> => {
    const form = new URLSearchParams(parameters);
    const answer = await fetch(`${httpUrl}/prometheus/api/v1/${path}${method === 'GET' ? `?${form.toString()}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'x-svc-project': projectSlug },
      ...(method === 'GET' ? {} : { body: form }),
    });
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  };
  /** The result of a query at the last sample, as soon as it has this many series. */
  const whenFound = (query: string, count: number) =>
    eventually(`${count} series of ${query}`, async () => {
      const { status, body } = await ask('query', { query, time: String(end / 1_000) }, 'POST');
      assert.equal(status, 200, JSON.stringify(body));
      return body.data?.result.length === count && body.data.result;
    });

  it('finds what remote write stored, under its names and labels', async () => {
    const job = { job: 'eu/shop', instance: 'shop-1:9090' };
    const counter = (code: string, step: number) => ({
      labels: { __name__: `${prefix}requests_total`, code, ...job },
      samples: times.map((timestamp, at) => ({ value: at * step, timestamp })),
    });
    const bucket = (le: string, step: number) => ({
      labels: { __name__: `${prefix}latency_bucket`, le, ...job },
      samples: times.map((timestamp, at) => ({ value: at * step, timestamp })),
    });
    const series = [counter('200', 30), counter('500', 15), bucket('0.1', 1), bucket('1', 3), bucket('+Inf', 4)];
    const { status } = await fetch(`${ingestUrl}/api/v1/write`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${writes}`,
        'content-encoding': 'snappy',
        'content-type': 'application/x-protobuf',
        'x-prometheus-remote-write-version': '0.1.0',
      },
      body: new Uint8Array(encodeWrite(1, series)),
    });
    assert.equal(status, 204);
    const found = await whenFound(`${prefix}requests_total`, 2);
    const metrics = found.map(({ metric, value }) => ({ ...metric, value: value?.[1] }));
    const name = `${prefix}requests_total`;
    assert.deepEqual(
      metrics.sort((a, b) => Number(b.value) - Number(a.value)),
      [
        { __name__: name, code: '200', ...job, value: '600' },
        { __name__: name, code: '500', ...job, value: '300' },
      ],
    );
    const [rate] = await whenFound(`sum by (job) (rate(${name}[2m]))`, 1);
    assert.deepEqual(rate?.metric, { job: 'eu/shop' });
    near(rate?.value?.[1], 3);
    const [median] = await whenFound(`histogram_quantile(0.5, rate(${prefix}latency_bucket[5m]))`, 1);
    near(median?.value?.[1], 0.55);
    const range = {
      query: `max(${name})`,
      start: String((end - 60_000) / 1_000),
      end: String(end / 1_000),
      step: '30',
    };
    const { body } = await ask('query_range', range);
    assert.deepEqual(
      body.data?.result[0]?.values?.map(([, value]) => value),
      ['480', '540', '600'],
    );
  });

  it('finds what OpenTelemetry sent under both spellings', async () => {
    const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const dataPoints = times.map((time, at) => ({
      timeUnixNano: `${time}000000`,
      startTimeUnixNano: `${times[0]}000000`,
      asDouble: at * 15,
      attributes: [text('http.method', 'GET')],
    }));
    const sent = `${prefix}bytes.sent`;
    const sum = { dataPoints, aggregationTemporality: 2, isMonotonic: true };
    const answer = await fetch(`${ingestUrl}/v1/metrics`, {
      method: 'POST',
      headers: { authorization: `Bearer ${writes}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        resourceMetrics: [
          {
            resource: { attributes: [text('service.name', 'web'), text('service.instance.id', 'web-1')] },
            scopeMetrics: [{ scope: { name: 'http' }, metrics: [{ name: sent, unit: 'By', sum }] }],
          },
        ],
      }),
    });
    assert.equal(answer.status, 200, await answer.text());
    const labels = { instance: 'web-1', job: 'web' };
    const translated = `${prefix}bytes_sent_total`;
    const [found] = await whenFound(translated, 1);
    assert.deepEqual(
      [found?.metric, found?.value?.[1]],
      [{ __name__: translated, http_method: 'GET', ...labels }, '300'],
    );
    const [original] = await whenFound(`{"${sent}"}`, 1);
    assert.deepEqual(original?.metric, { __name__: sent, 'http.method': 'GET', ...labels });
    const list = async (path: string, parameters: Record<string, string>) =>
      (await ask(path, { ...parameters, start: String(end / 1_000 - 600) })).body.data;
    assert.deepEqual(await list('series', { 'match[]': translated }), [found?.metric]);
    assert.deepEqual(await list('label/http_method/values', { 'match[]': translated }), ['GET']);
    assert.deepEqual(await list('labels', { 'match[]': translated }), ['__name__', 'http_method', 'instance', 'job']);
    assert.deepEqual(await list('metadata', { metric: translated }), {
      [translated]: [{ type: 'counter', help: '', unit: 'bytes' }],
    });
  });

  it('refuses in the words of Prometheus', async () => {
    const wrong = await ask('query', { query: 'sum(' });
    assert.deepEqual([wrong.status, wrong.body.status, wrong.body.errorType], [400, 'error', 'bad_data']);
    const unknown = await ask('query', { query: '1' }, 'GET', 'nothing');
    assert.deepEqual([unknown.status, unknown.body.status, unknown.body.errorType], [401, 'error', 'unauthorized']);
    const other = await ask('query', { query: '1' }, 'GET', writes);
    assert.deepEqual([other.status, other.body.status, other.body.errorType], [403, 'error', 'forbidden']);
    assert.match(other.body.error ?? '', /metrics:read/);
  });
});

/** Rates are sums of quotients, which are rounded. */
function near(text: string | undefined, exact: number): void {
  assert.ok(Math.abs(Number(text) - exact) < 1e-9, `${text} is not ${exact}`);
}
