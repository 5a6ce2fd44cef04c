import assert from 'node:assert/strict';
import { eventually } from '@svc/test-servers';
import type { BackgroundJob } from '@svc/work';
import { startEngine, type AnomalyEngine } from '../testing/engine.js';

const DAY_MS = 24 * 3_600_000;

describe('the jobs of the anomaly engine', () => {
  let engine: AnomalyEngine;
  let running: BackgroundJob | undefined;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(async () => {
    await running?.stop();
    await engine.stop();
  });

  it('watches the projects that send telemetry of a detector', async () => {
    const [sends, metrics, silent] = [await engine.addProject(), await engine.addProject(), await engine.addProject()];
    engine.stage.active = [
      { number: sends.number, signals: ['logs', 'metrics'] },
      { number: metrics.number, signals: ['metrics'] },
    ];
    engine.stage.script = ({ query }) =>
      query?.signal === 'logs' ? [{ labels: { service_name: 'checkout' }, value: 100 }] : [];
    await engine.discovery.onApplicationBootstrap();
    running = engine.jobs.start();
    const windows = (projectId: string) => engine.relational.client.anomalyWindow.count({ where: { projectId } });
    const series = await eventually('the series are known', async () => {
      const found = await engine.relational.client.anomalySeries.findMany({ where: { projectId: sends.id } });
      return found.length === 2 ? found : undefined;
    });
    await running.stop();
    for (const { id } of [metrics, silent]) assert.equal(await windows(id), 0);
    assert.deepEqual(
      series.map(({ detector, labels }) => [detector, labels]).toSorted(),
      ['error_logs', 'log_volume'].map((detector) => [detector, { service_name: 'checkout' }]),
    );
  });

  it('deletes windows and series that are no longer needed', async () => {
    const { id: projectId } = await engine.addProject();
    const { client } = engine.relational;
    const ago = (days: number): Date => new Date(engine.time.nowMs - days * DAY_MS);
    for (const days of [34, 36]) {
      const window = { endAt: ago(days), truncated: false, series: [], values: [], samples: [] };
      await client.anomalyWindow.create({ data: { projectId, detector: 'calls', ...window } });
    }
    const series = { projectId, detector: 'calls', labels: {}, firstEnd: ago(40) };
    await client.anomalySeries.create({ data: { ...series, number: 1, lastEnd: ago(7) } });
    await client.anomalySeries.create({ data: { ...series, number: 2, lastEnd: ago(9) } });
    await client.anomalySeries.create({ data: { ...series, number: 3, lastEnd: ago(9), memory: {} } });
    const finding = (resolvedAt: Date | null) => ({
      projectId,
      detector: 'calls',
      signal: 'traces',
      labels: {},
      direction: 'up',
      occurrenceKey: 'k',
      state: resolvedAt ? 'resolved' : 'open',
      severity: 'warning',
      observed: 1,
      expected: 1,
      score: 5,
      baseline: 'weeks',
      windows: 3,
      startedAt: ago(100),
      lastSeenAt: ago(100),
      openedAt: ago(100),
      resolvedAt,
    });
    for (const resolvedAt of [null, ago(89), ago(91)])
      await client.anomalyFinding.create({ data: finding(resolvedAt) });
    await engine.cleanup();
    const where = { projectId };
    assert.deepEqual(
      [
        await client.anomalyWindow.count({ where }),
        (await client.anomalySeries.findMany({ where })).map(({ number }) => number).toSorted(),
        await client.anomalyFinding.count({ where }),
      ],
      [1, [1, 3], 2],
    );
  });
});
