import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { FactParameters, MetricSeriesFact } from '@svc/investigations';
import { MINUTE, NOW, testScope, TelemetryWriter, writeSeries, type SeriesFixture } from '@svc/reading/testing';
import { toMilliseconds } from '@svc/reading/time';
import { readMetrics } from './metrics/metric-facts.js';
import { FactReader } from './reading/fact-reader.js';

const PROJECT = 7_321;
const SPLIT = NOW - (NOW % MINUTE) - 10n * MINUTE;
const [GAUGE, SUM] = [1, 2] as const;
const [DELTA, CUMULATIVE] = [1, 2] as const;
const PARAMETERS: FactParameters = {
  normal: [{ start: toMilliseconds(SPLIT - 30n * MINUTE), end: toMilliseconds(SPLIT - 2n * MINUTE) }],
  abnormal: { start: toMilliseconds(SPLIT), end: toMilliseconds(SPLIT + 10n * MINUTE) },
  bucketMs: 60_000,
  services: ['pay'],
};

describe('the metrics in investigations', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
    const writer = new TelemetryWriter(engine.store);
    let hash = 700n;
    /** A point each minute, of the minutes from the split on. */
    const write = (
      metric: string,
      valueAt: (minute: number) => number,
      others: Partial<SeriesFixture> = {},
      from = -30,
    ) =>
      writeSeries(
        writer,
        {
          project: PROJECT,
          metric,
          hash: hash++,
          type: GAUGE,
          service: 'pay',
          environment: 'production',
          lastSeen: Number(NOW / 1_000_000_000n),
          ...others,
        },
        Array.from({ length: 10 - from }, (_, index) => ({
          timestamp: SPLIT + BigInt(from + index) * MINUTE + 1_000n,
          value: valueAt(from + index),
        })),
      );
    const since = (minute: number, before: number, after: number): number => (minute < 0 ? before : after);
    // Two instances of one pool.
    for (const instance of ['a', 'b'])
      await write('pool.connections', (minute) => since(minute, 10, 50) + (minute % 2), {
        attributes: { state: 'used' },
        unit: '{connection}',
        instance,
      });
    const counter = { type: SUM, isMonotonic: true, temporality: CUMULATIVE };
    // The process restarts at the split, so that its total begins again.
    await write('restarts.total', (minute) => (minute < 0 ? 100 + minute : 40 * (minute + 1)), counter);
    await write('sent.total', () => 7, { ...counter, temporality: DELTA });
    await write('certificate.days', (minute) => Math.max(0, -minute / 1_000));
    await write('http.server.active_requests', (minute) => since(minute, 1, 500));
    await write('memory', (minute) => since(minute, 1, 9), { service: 'other' });
    // A series for each request, since ten minutes before the split.
    for (let index = 0; index < 60; index++)
      await write('answers.size', () => 1, { attributes: { request: `r${index}` } }, index < 2 ? -30 : -10);
    for (let index = 0; index < 20; index++)
      await write('cache.entries', () => 1, { attributes: { key: `k${index}` } }, index < 2 ? -30 : 0);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const read = (others: Partial<FactParameters> = {}, project = PROJECT) =>
    readMetrics(
      new FactReader(engine.store, testScope(project), {
        projectId: 'project',
        parameters: { ...PARAMETERS, ...others },
        limits: { timeoutMs: 60_000, bytes: 200_000_000 },
        signal: new AbortController().signal,
      }),
    );

  it('are levels of all instances with equal attributes, increases of counters across restarts, and numbers of series', async () => {
    const { series, compared } = await read();
    const find = (metric: string, figure: string) =>
      series.filter((one) => one.metric === metric && one.figure === figure);
    const valuesOf = (metric: string, figure: string) =>
      find(metric, figure)[0]?.points.map(({ value }) => value) ?? [];
    const [pool, ...more] = find('pool.connections', 'level');
    assert.deepEqual(more, []);
    assert.deepEqual(pool?.attributes, { state: 'used' });
    assert.equal(pool.unit, '{connection}');
    assert.deepEqual(pool.points[0], { start: toMilliseconds(SPLIT - 30n * MINUTE), value: 10 });
    assert.deepEqual(valuesOf('restarts.total', 'increase').slice(-12), [
      1,
      1,
      ...Array.from({ length: 10 }, () => 40),
    ]);
    assert.deepEqual(new Set(valuesOf('sent.total', 'increase')), new Set([7]));
    const entries = valuesOf('cache.entries', 'series');
    assert.deepEqual([entries[0], entries.at(-1)], [2, 20]);
    assert.ok(compared >= series.length);
  });

  it('begin with those that have reached zero and with those that differ most', async () => {
    const { series } = await read();
    assert.equal(series[0]?.metric, 'certificate.days');
    assert.ok(series.findIndex(({ metric }) => metric === 'pool.connections') < 5);
    assert.ok(series.findIndex(({ metric }) => metric === 'sent.total') > 4);
  });

  it('come first if their series exploded, also before the split and with less than five normal buckets', async () => {
    const { start } = PARAMETERS.abnormal;
    const isExploded = ({ metric, figure }: MetricSeriesFact): boolean =>
      metric === 'answers.size' && figure === 'series';
    const { series } = await read();
    assert.equal(series.findIndex(isExploded), 1);
    const early = { start: start - 30 * 60_000, end: start - 28 * 60_000 };
    const { series: divided } = await read({ normal: [early], abnormal: { ...PARAMETERS.abnormal, start: early.end } });
    assert.equal(divided.findIndex(isExploded), 0);
    assert.deepEqual(new Set(divided[0]?.points.map(({ value }) => value)), new Set([2, 60]));
  });

  it('are those of the services, the environment and the project, and not those of requests', async () => {
    const { series } = await read();
    assert.ok(!series.some(({ metric }) => metric === 'memory' || metric.startsWith('http.')));
    const all = await read({ services: [] });
    assert.ok(all.series.some(({ metric, service }) => metric === 'memory' && service === 'other'));
    assert.deepEqual(await read({ environment: 'staging' }), { compared: 0, series: [] });
    assert.deepEqual(await read({}, PROJECT + 1), { compared: 0, series: [] });
  });
});
