import assert from 'node:assert/strict';
import { INJECTION_ATTEMPTS, MINUTE, testScope, type SeriesFixture, testReader } from '@svc/reading/testing';
import { BASE, startMetrics, type MetricsSubject } from '../metrics.fixture.js';

const TABLES = [
  'metric_points',
  'metric_histograms',
  'metric_exponential_histograms',
  'metric_summaries',
  'metric_series',
  'metric_limited_points',
];

describe('the deletion of a metric', () => {
  let metrics: MetricsSubject;
  beforeAll(async () => {
    metrics = await startMetrics();
  });
  afterAll(() => metrics.stop());

  const remove = (name: string, project: number) =>
    metrics.service.delete(name, testReader(metrics.store, testScope(project)));
  const point = { timestamp: BASE, value: 1, count: 1, sum: 1 };
  /** Writes the name as a metric of every type, as when senders disagree. */
  const write = async (metric: string, project: number) => {
    for (const type of [1, 2, 3, 4, 5] as const satisfies SeriesFixture['type'][]) {
      await metrics.write(metrics.series(metric, { type, project }), [point, { ...point, timestamp: BASE + MINUTE }]);
    }
    await metrics.store.command(
      'INSERT INTO metric_limited_points SELECT {project:UInt32}, {metric:String}, today(), 5',
      { project, metric },
    );
  };
  const countRows = async (metric: string, project: number): Promise<number[]> => {
    const counts: number[] = [];
    for (const table of TABLES) {
      const [row] = await metrics.store.query<{ n: string }>({
        sql: `SELECT count() AS n FROM ${table} WHERE project_number = {project:UInt32} AND metric_name = {metric:String}`,
        parameters: { project, metric },
        limits: { timeoutMs: 10_000, maxRowsToRead: 10_000, maxResultRows: 10, maxMemoryBytes: 100_000_000 },
      });
      counts.push(Number(row?.n));
    }
    return counts;
  };
  const FULL = [4, 2, 2, 2, 5, 1];
  const NONE = [0, 0, 0, 0, 0, 0];

  it('deletes its points of every type and its series, and leaves other metrics and projects', async () => {
    for (const [name, project] of [
      ['gone', 90],
      ['kept', 90],
      ['gone', 91],
    ] as const)
      await write(name, project);
    await remove('gone', 90);
    assert.deepEqual(await countRows('gone', 90), NONE);
    assert.deepEqual(await countRows('kept', 90), FULL);
    assert.deepEqual(await countRows('gone', 91), FULL);
    await assert.rejects(metrics.query('gone', {}, testScope(90)), { code: 'not_found' });
    await assert.rejects(metrics.labels('gone', {}, testScope(90)), { code: 'not_found' });
    assert.deepEqual(
      (await metrics.service.list({ name: '' } as never, testReader(metrics.store, testScope(90)))).map(
        ({ name }) => name,
      ),
      ['kept'],
    );
  });

  it('reports not found for a metric that is unknown, deleted or of another project', async () => {
    await write('once', 92);
    await assert.rejects(remove('once', 93), { code: 'not_found' });
    await remove('once', 92);
    await assert.rejects(remove('once', 92), { code: 'not_found' });
    for (const name of INJECTION_ATTEMPTS) await assert.rejects(remove(name, 92), { code: 'not_found' });
  });

  it('lets the metric start again with the points that arrive after it', async () => {
    await write('again', 94);
    await remove('again', 94);
    await metrics.write(metrics.series('again', { type: 1, project: 94 }), [{ timestamp: BASE, value: 5 }]);
    const { series } = await metrics.query('again', { agg: 'sum' }, testScope(94));
    assert.deepEqual(
      series?.map(({ points }) => points?.map(({ value }) => value)),
      [[5]],
    );
  });
});
