import assert from 'node:assert/strict';
import { LeaseLostError } from '@svc/work';
import { WINDOW_MS } from '../detection/index.js';
import { startEngine, type AnomalyEngine } from '../testing/engine.js';
import type { Script } from '../testing/scripted-query.js';

const HOUR_MS = 3_600_000;

describe('the anomaly engine', () => {
  let engine: AnomalyEngine;
  let project: string;
  beforeAll(async () => {
    engine = await startEngine();
  });
  beforeEach(async () => {
    Object.assign(engine.stage, { script: () => [], fails: () => '', active: [] });
    project = (await engine.addProject()).id;
  });
  afterAll(() => engine.stop());

  const isCalls: (measurement: Parameters<Script>[0]) => boolean = ({ query, aggregate }) =>
    query?.signal === 'traces' && aggregate === 'count';
  /** Calls of one service, and nothing else: 500 in every window, multiplied from a time on and until another. */
  const checkout =
    (factor: number, from: number, until = Infinity): Script =>
    (measurement, end) => {
      if (!isCalls(measurement) || measurement.groupBy[0] !== 'service_name') return [];
      const value = 500 * (end > from && end <= until ? factor : 1);
      return value === 0 ? [] : [{ labels: { service_name: 'checkout' }, value }];
    };
  const findings = (projectId = project) =>
    engine.relational.client.anomalyFinding.findMany({ where: { projectId }, orderBy: { openedAt: 'asc' } });
  const events = async () => {
    const found = await engine.relational.client.domainEvent.findMany({
      where: { projectId: project },
      orderBy: { id: 'asc' },
    });
    return found.map(({ type }) => type);
  };
  /** The end of the last window that is due. */
  const latest = (): number => Math.floor((engine.time.nowMs - 60_000) / WINDOW_MS) * WINDOW_MS;

  it('opens a finding after three windows, merges further ones, and resolves it after six normal windows', async () => {
    const now = latest();
    engine.stage.script = checkout(4, now, now + 5 * WINDOW_MS);
    await engine.run(project, 2);
    assert.deepEqual(await findings(), []);
    await engine.run(project, 1);
    const [opened] = await findings();
    assert.ok(opened);
    assert.deepEqual(
      [opened.detector, opened.direction, opened.state, opened.severity, opened.baseline, opened.windows],
      ['calls', 'up', 'open', 'critical', 'weeks', 3],
    );
    assert.deepEqual([opened.observed, opened.expected, opened.startedAt.getTime()], [2_000, 500, now]);
    await engine.run(project, 7);
    assert.deepEqual(
      (await findings()).map(({ id, state, windows, lastSeenAt }) => [id, state, windows, lastSeenAt.getTime()]),
      [[opened.id, 'open', 5, now + 5 * WINDOW_MS]],
    );
    await engine.run(project, 1);
    const [resolved] = await findings();
    assert.deepEqual([resolved?.state, resolved?.resolvedBy, resolved?.version], ['resolved', null, 2n]);
    assert.deepEqual(await events(), ['anomaly.opened', 'anomaly.resolved']);
  });

  it('measures models in due windows only, and baselines once there are any', async () => {
    const now = latest();
    const asked = (): number[] =>
      engine.stage.asked.flatMap(({ query, count }) => (query?.signal === 'models' ? [count] : []));
    engine.stage.asked.length = 0;
    await engine.run(project, 1);
    assert.deepEqual(asked(), [12, 1]);
    engine.stage.script = ({ query }, end) =>
      query?.signal === 'models'
        ? [{ labels: { model: 'large-1', unit: 'usd' }, value: end > now + 3 * WINDOW_MS ? 4 : 1, records: 200 }]
        : [];
    await engine.run(project, 5);
    const [opened] = await findings();
    assert.deepEqual(
      [opened?.detector, opened?.signal, opened?.labels, opened?.observed, opened?.expected],
      ['model_cost', 'traces', { model: 'large-1', unit: 'usd' }, 4, 1],
    );
  });

  it('learns about patterns of log records a few windows at a time, and explains one that is more frequent', async () => {
    const now = latest();
    const pattern = 'payment <*> of "<*>" failed \\';
    const rises = now + 6 * WINDOW_MS;
    const filters = new Set<string>();
    engine.stage.asked.length = 0;
    engine.stage.script = ({ query, groupBy }, end) => {
      if (query?.signal !== 'patterns') return [];
      const isMany = end > rises;
      if (groupBy[0] === 'pattern')
        return [
          { labels: { pattern, service_name: 'checkout' }, value: isMany ? 2_000 : 500, records: isMany ? 200 : 50 },
        ];
      filters.add(query.filter);
      return [{ labels: { [groupBy[0] ?? '']: isMany ? 'new' : 'old' }, value: 500 }];
    };
    await engine.run(project, 6);
    const asked = engine.stage.asked.flatMap(({ query, count }) => (query?.signal === 'patterns' ? [count] : []));
    assert.equal(asked[0], 12);
    const all = asked.reduce((sum, count) => sum + count, 0);
    assert.ok(all > 24 && all <= 12 + 6 * 13, `asked for ${all} windows`);
    await engine.run(project, 3);
    const [opened, ...others] = await findings();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [opened?.detector, opened?.signal, opened?.direction, opened?.labels, opened?.observed, opened?.expected],
      ['pattern_volume', 'logs', 'up', { pattern, service_name: 'checkout' }, 2_000, 500],
    );
    assert.deepEqual(
      [...filters],
      [String.raw`pattern:"payment <*> of \"<*>\" failed \\" AND service_name:"checkout"`],
    );
    assert.deepEqual((opened?.differences as object[])[0], {
      attribute: 'environment',
      value: 'new',
      shareBefore: 0,
      shareNow: 1,
    });
  });

  it('reports of the patterns of a service only those that rise beyond the others', async () => {
    const now = latest();
    const rises = now + 6 * WINDOW_MS;
    engine.stage.script = ({ query, groupBy }, end) => {
      if (query?.signal !== 'patterns' || groupBy[0] !== 'pattern') return [];
      const factor = (pattern: string): number => (end <= rises ? 1 : pattern === 'c' ? 20 : 4);
      return ['a', 'b', 'c', 'd'].map((pattern) => ({
        labels: { pattern, service_name: 'checkout' },
        value: 500 * factor(pattern),
      }));
    };
    await engine.run(project, 10);
    assert.deepEqual(
      (await findings()).map(({ labels, observed, expected }) => [labels, observed, expected]),
      [[{ pattern: 'c', service_name: 'checkout' }, 10_000, 500]],
    );
  });

  it('finds an outage, during which nothing is measured', async () => {
    engine.stage.script = checkout(0, latest());
    await engine.run(project, 3);
    assert.deepEqual(
      (await findings()).map(({ direction, observed, expected, differences }) => [
        ...[direction, observed, expected, differences],
      ]),
      [['down', 0, 500, []]],
    );
  });

  it('says in which attributes the anomaly differs from before', async () => {
    const now = latest();
    const usual = checkout(4, now);
    engine.stage.script = (measurement, end) => {
      if (measurement.groupBy[0] !== 'release') return usual(measurement, end);
      assert.equal(measurement.query?.filter, '(request:yes) AND service_name:"checkout"');
      const before = { labels: { release: 'v1' }, value: 500 };
      return end > now ? [before, { labels: { release: 'v2' }, value: 1_500 }] : [before];
    };
    await engine.run(project, 3);
    assert.deepEqual((await findings())[0]?.differences, [
      { attribute: 'release', value: 'v2', shareBefore: 0, shareNow: 0.75 },
    ]);
  });

  it('reports what a caller resolved or deleted again only after a normal window, with the previous finding', async () => {
    const now = latest();
    const calm = now + 6 * WINDOW_MS;
    engine.stage.script = (measurement, end) =>
      end === calm ? checkout(1, 0)(measurement, end) : checkout(4, now)(measurement, end);
    await engine.run(project, 3);
    const [first] = await findings();
    const resolved = { state: 'resolved', activeKey: null, resolvedAt: new Date() };
    await engine.relational.client.anomalyFinding.update({ where: { id: first?.id ?? '' }, data: resolved });
    await engine.run(project, 5);
    assert.equal((await findings()).length, 1);
    await engine.run(project, 1);
    const [, second] = await findings();
    assert.deepEqual([second?.state, second?.previousId], ['open', first?.id]);
  });

  it('resolves nothing while measurements fail, and evaluates those windows later', async () => {
    const now = latest();
    engine.stage.script = checkout(4, now, now + 3 * WINDOW_MS);
    await engine.run(project, 3);
    engine.stage.fails = () => 'timeout';
    await engine.run(project, 7);
    assert.equal((await findings())[0]?.state, 'open');
    engine.stage.fails = () => '';
    await engine.run(project);
    assert.equal((await findings())[0]?.state, 'resolved');
  });

  it('evaluates the last hour after a longer stop', async () => {
    await engine.run(project);
    engine.time.nowMs += 5 * HOUR_MS;
    await engine.run(project);
    const windows = await engine.relational.client.anomalyWindow.findMany({
      where: { projectId: project, detector: 'calls' },
      orderBy: { endAt: 'desc' },
      take: 12,
    });
    assert.deepEqual(
      windows.map(({ endAt }) => endAt.getTime()),
      Array.from({ length: 12 }, (_, index) => latest() - index * WINDOW_MS),
    );
  });

  it('measures only windows that are not stored', async () => {
    await engine.run(project);
    const asked = async (): Promise<number> => {
      engine.stage.asked.length = 0;
      await engine.run(project, 1);
      return engine.stage.asked.filter(isCalls).reduce((sum, { count }) => sum + count, 0);
    };
    // The window itself, and the next neighbors of four weeks and six days; the first day is within an hour of what was measured.
    assert.ok((await asked()) <= 12);
    await engine.run(project);
    engine.stage.asked.length = 0;
    await engine.run(project);
    assert.deepEqual(engine.stage.asked, []);
  });

  it('repeats and loses nothing, wherever it is interrupted', async () => {
    const now = latest();
    engine.stage.script = checkout(4, now - 4 * WINDOW_MS, now - WINDOW_MS);
    let interruptions = 0;
    for (let passes = 1; ; passes++) {
      let left = passes;
      const isDone = await engine
        .handle(project, () => (left-- > 0 ? Promise.resolve() : Promise.reject(new LeaseLostError('test'))))
        .then(
          () => true,
          () => false,
        );
      if (isDone) break;
      interruptions++;
    }
    assert.ok(interruptions > 5);
    const other = (await engine.addProject()).id;
    await engine.handle(other);
    const shown = async (projectId: string) =>
      (await findings(projectId)).map(({ state, windows, severity, startedAt }) => [
        state,
        windows,
        severity,
        startedAt,
      ]);
    assert.deepEqual(await shown(project), await shown(other));
    assert.equal((await shown(project)).length, 1);
    assert.deepEqual(await events(), ['anomaly.opened']);
  });

  it('watches the hundred largest series of a detector', async () => {
    engine.stage.script = (measurement) =>
      isCalls(measurement)
        ? Array.from({ length: 150 }, (_, index) => ({ labels: { service_name: `s${index}` }, value: 1_000 - index }))
        : [];
    await engine.run(project);
    assert.equal(await engine.relational.client.anomalySeries.count({ where: { projectId: project } }), 100);
  });

  it('ends the job of a project without measurements for hours', async () => {
    engine.stage.script = checkout(1, 0);
    assert.ok((await engine.handle(project)) instanceof Date);
    engine.stage.script = () => [];
    // The outage of what was there is a finding, so the project stays watched.
    await engine.run(project, 3);
    assert.ok((await engine.handle(project)) instanceof Date);
    const idle = (await engine.addProject()).id;
    assert.equal(await engine.handle(idle), undefined);
  });
});
