import assert from 'node:assert/strict';
import { eventually } from '@svc/test-servers';
import { enqueue } from '@svc/work';
import { failingRelational, KilledError } from '../../testing/failing-relational.js';
import { WINDOW_MS } from '../detection/index.js';
import { startEngine, type AnomalyEngine } from '../testing/engine.js';
import type { Script } from '../testing/scripted-query.js';
import { DETECTIONS } from './detection-job.js';

const HOUR_MS = 3_600_000;

describe('the anomaly engine when it is interrupted', () => {
  let engine: AnomalyEngine;
  beforeAll(async () => {
    engine = await startEngine();
    Object.assign(engine.stage, { script: () => [], fails: () => '', active: [] });
  });
  afterAll(() => engine.stop());

  /** Calls of two services: one grows between two times, the other one ends. */
  const calls =
    (from: number, until: number): Script =>
    ({ query, aggregate, groupBy }, end) => {
      if (query?.signal !== 'traces' || aggregate !== 'count' || groupBy[0] !== 'service_name') return [];
      const isUnusual = end > from && end <= until;
      return [
        { labels: { service_name: 'checkout' }, value: isUnusual ? 2_000 : 500 },
        ...(isUnusual ? [] : [{ labels: { service_name: 'cart' }, value: 400 }]),
      ];
    };
  const latest = (): number => Math.floor((engine.time.nowMs - 60_000) / WINDOW_MS) * WINDOW_MS;
  const findings = (projectId: string) =>
    engine.relational.client.anomalyFinding.findMany({ where: { projectId }, orderBy: { direction: 'asc' } });
  const windows = async (projectId: string, detector = 'calls'): Promise<number[]> => {
    const where = { projectId, detector };
    const rows = await engine.relational.client.anomalyWindow.findMany({ where, orderBy: { endAt: 'asc' } });
    return rows.map(({ endAt }) => endAt.getTime());
  };
  const events = async (projectId: string): Promise<string[]> => {
    const found = await engine.relational.client.domainEvent.findMany({ where: { projectId } });
    return found.map(({ type, subject }) => `${type} ${subject}`).toSorted();
  };
  /** Everything that is kept of a project, without IDs. */
  const kept = async (projectId: string) => {
    const { client } = engine.relational;
    const where = { projectId };
    const stored = await client.anomalyWindow.findMany({ where, orderBy: [{ detector: 'asc' }, { endAt: 'asc' }] });
    const series = await client.anomalySeries.findMany({ where, orderBy: [{ detector: 'asc' }, { number: 'asc' }] });
    return {
      windows: stored.map(({ detector, endAt, values, truncated }) => ({ detector, endAt, values, truncated })),
      series: series.map(({ detector, labels, memory }) => [
        ...[detector, labels],
        JSON.stringify(memory)?.replaceAll(/"finding":"[^"]*"/g, '"finding":"id"'),
      ]),
      findings: (await findings(projectId)).map(({ id: _, projectId: _project, ...finding }) => finding),
    };
  };
  const assertOnceEach = async (projectId: string): Promise<void> => {
    const ids = (await findings(projectId)).map(({ id }) => id);
    const expected = ids.flatMap((id) => [`anomaly.opened ${id}`, `anomaly.resolved ${id}`]);
    assert.deepEqual(await events(projectId), expected.toSorted());
  };

  it('repeats and loses nothing, whichever statement the process dies before', async () => {
    const now = latest();
    engine.stage.script = calls(now, now + 4 * WINDOW_MS);
    const failing = failingRelational(engine.relational);
    const dying = engine.newWorker(failing.relational);
    const [disturbed, undisturbed] = [(await engine.addProject()).id, (await engine.addProject()).id];
    let deaths = 0;
    const transitions = new Set<string>();
    let before = { states: '', windows: '' };
    for (let window = 0; window < 12; window += 1) {
      await engine.handle(undisturbed);
      // Windows in which findings do what they did in an earlier one execute the same statements.
      const found = await findings(undisturbed);
      const after = {
        states: found.map(({ state }) => state).join(),
        windows: found.map((each) => each.windows).join(),
      };
      const transition = `${before.states} > ${after.states}, ${after.windows !== before.windows}`;
      const isNew = !transitions.has(transition);
      transitions.add(transition);
      before = after;
      for (let statements = isNew ? 0 : Infinity; ; statements += 1) {
        failing.left = statements;
        const outcome = await dying.handle(disturbed).catch((error: unknown) => error);
        const died = failing.left < 0;
        failing.left = Infinity;
        if (!died) break;
        assert.ok(outcome instanceof KilledError, String(outcome));
        deaths += 1;
      }
      assert.deepEqual(await kept(disturbed), await kept(undisturbed), `window ${window}`);
      engine.time.nowMs += WINDOW_MS;
    }
    assert.ok(deaths > 40, `${deaths} deaths`);
    assert.deepEqual(
      (await findings(disturbed)).map(({ direction, state, windows: count }) => [direction, state, count]),
      [
        ['down', 'resolved', 4],
        ['up', 'resolved', 4],
      ],
    );
    await assertOnceEach(disturbed);
  });

  it('evaluates every window once in several processes', async () => {
    const now = latest();
    engine.stage.script = calls(now, now + 3 * WINDOW_MS);
    const projects = await Promise.all([1, 2, 3, 4, 5].map(() => engine.addProject()));
    const workers = [1, 2, 3].map(() => engine.newWorker(engine.relational).jobs);
    const running = workers.map((jobs) => jobs.start());
    try {
      const { client } = engine.relational;
      for (const { id } of projects) {
        const job = { key: id, payload: { projectId: id, waitsUntil: 0 }, projectId: id };
        await client.$transaction((tx) => enqueue(tx, DETECTIONS, { ...job, now: new Date(engine.time.nowMs) }));
      }
      for (let window = 0; window < 10; window += 1) {
        await eventually('all projects are evaluated', async () => {
          const ends = await Promise.all(projects.map(async ({ id }) => (await windows(id)).at(-1)));
          const waiting = await client.job.count({ where: { queue: DETECTIONS.name, leaseUntil: null } });
          return ends.every((end) => end === latest()) && waiting === projects.length;
        });
        // Projects take turns within a minute.
        engine.time.nowMs += WINDOW_MS + (window === 0 ? 60_000 : 0);
        workers[window % workers.length]?.wake(DETECTIONS);
      }
    } finally {
      await Promise.all(running.map((job) => job.stop()));
    }
    for (const { id } of projects) {
      assert.deepEqual(
        (await findings(id)).map(({ state, windows: count }) => [state, count]),
        [
          ['resolved', 3],
          ['resolved', 3],
        ],
      );
      await assertOnceEach(id);
    }
  });

  it('catches up an hour after a jump forward, and evaluates windows again that were evaluated before their end', async () => {
    const now = latest();
    const { id } = await engine.addProject();
    engine.stage.script = calls(now, now + 20 * HOUR_MS);
    await engine.run(id, 3);
    const opened = await findings(id);
    assert.equal(opened.length, 2);
    engine.time.nowMs += 3 * HOUR_MS;
    await engine.run(id);
    const ahead = latest();
    const caughtUp = Array.from({ length: 12 }, (_, index) => ahead - (11 - index) * WINDOW_MS);
    assert.deepEqual((await windows(id)).slice(-12), caughtUp);
    engine.time.nowMs -= HOUR_MS;
    const back = latest();
    await engine.run(id);
    const ends = await windows(id);
    assert.equal(ends.at(-1), back);
    assert.equal(new Set(ends).size, ends.length);
    // All is as usual from here until after the time that the clock showed before.
    engine.stage.script = calls(now, back);
    await engine.run(id, 12 + 2);
    assert.deepEqual((await windows(id)).at(-1), ahead + 2 * WINDOW_MS);
    const resolved = await findings(id);
    assert.deepEqual(
      resolved.map((finding) => [finding.id, finding.state]),
      opened.map((finding) => [finding.id, 'resolved']),
    );
    for (const { startedAt, lastSeenAt } of resolved) assert.ok(lastSeenAt > startedAt);
    await assertOnceEach(id);
  });
});
