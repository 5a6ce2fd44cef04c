import assert from 'node:assert/strict';
import { losingAnswers, openScene, type Scene } from './sink.fixture.js';

const LIMIT = 20;
const now = (): string => `${Date.now()}000000`;

const logs = (bodies: readonly string[], rejected = 0) => ({
  resourceLogs: [
    {
      scopeLogs: [
        {
          logRecords: [
            ...bodies.map((stringValue) => ({ timeUnixNano: now(), body: { stringValue } })),
            ...Array.from({ length: rejected }, () => ({ timeUnixNano: '1' })),
          ],
        },
      ],
    },
  ],
});

const gauge = (name: string, labels: readonly string[]) => {
  const dataPoints = labels.map((stringValue) => ({
    timeUnixNano: now(),
    asDouble: 1,
    attributes: [{ key: 'label', value: { stringValue } }],
  }));
  return { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name, gauge: { dataPoints } }] }] }] };
};
const labels = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `l${from + index}`);

describe('usage of a project', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(LIMIT);
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const readUsage = async (project: number) => {
    const rows = await scene.read<{ signal: string; outcome: string; items: string; requests: string; bytes: string }>(
      `SELECT signal, outcome, sum(items) AS items, sum(requests) AS requests, sum(bytes) AS bytes
       FROM usage_hours WHERE project_number = {project:UInt32} GROUP BY signal, outcome ORDER BY signal, outcome`,
      { project },
    );
    return rows.map((row) => [row.signal, row.outcome, +row.items, +row.requests, +row.bytes]);
  };

  it('counts accepted and rejected items once, however often the log is replayed', async () => {
    await scene.startSink(losingAnswers(scene.store));
    let bytes = 0;
    let records = 0;
    for (let request = 1; request <= 12; request++) {
      bytes += await scene.send('logs', 11, logs(labels(request), request % 3));
      records += request;
    }
    const none = await scene.send('logs', 11, logs([], 4));
    await scene.drained('logs');
    const [stored] = await scene.read<{ n: string }>('SELECT count() AS n FROM logs WHERE project_number = 11');
    assert.equal(Number(stored?.n), records);
    assert.deepEqual(await readUsage(11), [
      ['logs', 'stored', records, 13, bytes + none],
      ['logs', 'timestamp_too_old', 12 + 4, 0, 0],
    ]);
  });

  it('includes the points of series beyond the limit, also after replays and a restart', async () => {
    await scene.startSink(losingAnswers(scene.store));
    await scene.send('metrics', 12, gauge('many', labels(LIMIT - 5)));
    await scene.drained('metrics');
    // A new process reads the existing series from the store.
    await scene.startSink(losingAnswers(scene.store));
    await scene.send('metrics', 12, gauge('many', labels(30, 100)));
    await scene.drained('metrics');
    await scene.send('metrics', 12, gauge('many', [...labels(LIMIT - 5), 'l100', 'l129']));
    await scene.send('metrics', 12, gauge('few', labels(LIMIT)));
    await scene.drained('metrics');

    const points = await scene.read<{ metric_name: string; n: string; series: string }>(
      `SELECT metric_name, count() AS n, uniqExact(series_hash) AS series FROM metric_points WHERE project_number = 12
       GROUP BY metric_name ORDER BY metric_name`,
    );
    assert.deepEqual(
      points.map(({ metric_name, n, series }) => [metric_name, +n, +series]),
      [
        ['few', LIMIT, LIMIT],
        ['many', LIMIT - 5 + 5 + (LIMIT - 5) + 1, LIMIT],
      ],
    );
    const limited = await scene.read<{ metric_name: string; points: string }>(
      'SELECT metric_name, sum(points) AS points FROM metric_limited_points WHERE project_number = 12 GROUP BY metric_name',
    );
    assert.deepEqual(limited, [{ metric_name: 'many', points: '26' }]);
    assert.deepEqual(
      (await readUsage(12)).map(([signal, outcome, items]) => [signal, outcome, items]),
      [
        ['metrics', 'series_limit', 26],
        ['metrics', 'stored', 3 * LIMIT - 4],
      ],
    );
    const [orphans] = await scene.read<{ n: string }>(
      `SELECT count() AS n FROM metric_points WHERE project_number = 12 AND series_hash NOT IN
       (SELECT series_hash FROM metric_series WHERE project_number = 12)`,
    );
    assert.equal(orphans?.n, '0');
  });

  it('counts series that are written again after their metric was deleted', async () => {
    await scene.startSink();
    await scene.send('metrics', 13, gauge('deleted', labels(3)));
    await scene.drained('metrics');
    for (const table of ['metric_points', 'metric_series']) {
      await scene.store.command(`DELETE FROM ${table} WHERE project_number = 13 AND metric_name = 'deleted'`);
    }
    await scene.store.command("INSERT INTO metric_deletions SELECT 13, 'deleted', now64(9)");
    await scene.send('metrics', 13, gauge('deleted', labels(2)));
    await scene.drained('metrics');
    const rows = await scene.read<{ n: string }>(
      'SELECT uniqExact(series_hash) AS n FROM metric_series WHERE project_number = 13',
    );
    assert.deepEqual(rows, [{ n: '2' }]);
  });
});
