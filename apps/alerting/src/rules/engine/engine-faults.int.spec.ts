import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Relational } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { eventually } from '@svc/test-servers';
import { listEvents, listRequests } from '../../testing/alerts-bench.js';
import { failingRelational, KilledError } from '../../testing/failing-relational.js';
import { startMeasuring, steady, type Measuring } from '../testing/measuring.js';
import {
  addProject,
  played,
  recordEvaluations,
  rulesBench,
  storeRule,
  type RulesBench,
} from '../testing/rules-bench.js';
import { DEFINITION } from '../testing/rules.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Time until the rules of a process that died are claimed again; a little more than the lease of a claim. */
const LEASE_MS = 61_000;
const START = Date.parse('2026-05-06T12:00:00Z');

/** Two breaches in a row raise an alert, so a time that is evaluated twice raises it too early. */
const HOURLY = {
  interval: '1h',
  evalDelay: '0s',
  consecutive: 2,
  groupBy: ['service'],
  notify: { ...DEFINITION.notify, channels: [randomUUID()], groupBy: ['service_name'] },
};

/** Hours in which a service breaches; the first that is evaluated is 0. */
const BREACHES: Readonly<Record<string, readonly number[]>> = { cart: [1, 2, 3, 6, 8, 9], checkout: [2, 3, 4, 5] };
const HOURS = 11;
/**
 * Expected alerts of these breaches: state, and the hour in which it is reached. An alert that was only pending is
 * deleted, with its history.
 */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  cart: ['pending 1', 'firing 2', 'resolved 4', 'pending 8', 'firing 9', 'resolved 10'],
  checkout: ['pending 2', 'firing 3', 'resolved 6'],
};

describe('the rule engine when it is interrupted', () => {
  let database: TemporaryDatabase;
  let relational: Relational;
  let measuring: Measuring;
  let evaluated: (ruleId: string) => Promise<number[]>;
  const benches: RulesBench[] = [];
  beforeAll(async () => {
    database = await startTemporaryDatabase({ poolSize: 20 });
    relational = database.relational;
    measuring = await startMeasuring();
    evaluated = await recordEvaluations(database);
  });
  afterEach(async () => {
    await Promise.all(benches.splice(0).map((bench) => bench.stop()));
    // An evaluation that has begun may hold one of the rows and wait for another one: Postgres ends one of the two.
    await eventually('the rules are deleted', () => relational.client.alertRule.deleteMany());
  });
  afterAll(async () => {
    await measuring.stop();
    await database.stop();
  });

  const newBench = (clock: { nowMs: number }, store = relational): RulesBench => {
    const bench = rulesBench(store, clock, measuring.address);
    benches.push(bench);
    return bench;
  };
  /** Evaluated times are within an hour, at an offset that depends on the rule. */
  const hourOf = (ms: number, from: number): number => Math.floor((ms - from) / HOUR);
  const breaching = (from: number) =>
    played((end) =>
      Object.fromEntries(
        Object.entries(BREACHES).map(([service, hours]) => [service, hours.includes(hourOf(end, from)) ? 9 : 0]),
      ),
    );
  /** History of the alerts of a rule, by service. */
  const histories = async (projectId: string, from: number): Promise<Record<string, string[]>> => {
    const { client } = relational;
    const alerts = await client.alert.findMany({ where: { projectId } });
    const services = new Map(
      alerts.map(({ id, labels }) => [id, (labels as Record<string, string>)['service_name'] ?? '']),
    );
    const transitions = await client.alertTransition.findMany({ where: { projectId }, orderBy: { position: 'asc' } });
    const found: Record<string, string[]> = {};
    for (const { alertId, toState, at } of transitions)
      (found[services.get(alertId) ?? ''] ??= []).push(`${toState} ${hourOf(at.getTime(), from)}`);
    return found;
  };
  const eventKinds = async (projectId: string): Promise<string[]> =>
    (await listEvents(relational, projectId, ['alert.firing', 'alert.resolved'])).map(({ type }) => type).toSorted();
  const assertMonotonic = (times: readonly number[]): void => {
    for (const [nth, time] of times.entries()) assert.ok(nth === 0 || time > (times[nth - 1] ?? 0), String(times));
  };

  it('takes in every time exactly once, whichever statement the process dies before', async () => {
    const clock = { nowMs: START };
    const projectId = await addProject(relational);
    const id = await storeRule(relational, { projectId, nowMs: clock.nowMs }, HOURLY);
    const state = await relational.client.alertRuleState.findUniqueOrThrow({ where: { ruleId: id } });
    const first = state.dueAt?.getTime() ?? 0;
    measuring.answer = breaching(first);
    const failing = failingRelational(relational);
    const bench = newBench(clock, failing.relational);
    const snapshot = async () => [
      await relational.client.alertTransition.count({ where: { projectId } }),
      await relational.client.domainEvent.count({ where: { projectId } }),
      (await evaluated(id)).length,
    ];
    let deaths = 0;
    /** Runs what is due, with the death of one process before each statement of its transactions. */
    const runWithDeaths = async (run: () => Promise<unknown>): Promise<void> => {
      for (let statements = 0; ; statements += 1) {
        const before = await snapshot();
        failing.left = statements;
        await run().catch((error: unknown) => {
          if (!(error instanceof KilledError)) throw error;
        });
        const died = failing.left < 0;
        failing.left = Infinity;
        if (!died) return;
        deaths += 1;
        assert.deepEqual(await snapshot(), before, `died before statement ${statements + 1}`);
        clock.nowMs += LEASE_MS;
      }
    };
    for (let hour = 0; hour < HOURS; hour += 1) {
      clock.nowMs = first + hour * HOUR;
      await runWithDeaths(() => bench.engine.run());
      clock.nowMs += 10 * MINUTE;
      await runWithDeaths(bench.flush);
      assert.ok(clock.nowMs < first + (hour + 1) * HOUR);
    }
    assert.ok(deaths > 100, `${deaths} deaths`);
    const times = await evaluated(id);
    assertMonotonic(times);
    assert.deepEqual(
      times.map((time) => hourOf(time, first)),
      Array.from({ length: HOURS }, (_, hour) => hour),
    );
    assert.deepEqual(await histories(projectId, first), EXPECTED);
    assert.deepEqual(await eventKinds(projectId), [
      ...Array<string>(3).fill('alert.firing'),
      ...Array<string>(3).fill('alert.resolved'),
    ]);
    const requests = await listRequests(relational, projectId);
    assert.deepEqual(requests.map(({ type }) => type).toSorted(), await eventKinds(projectId));
    assert.equal(new Set(requests.map(({ dedupeKey }) => dedupeKey)).size, requests.length);
  });

  it('evaluates a rule in one of several processes at a time', async () => {
    const clock = { nowMs: START };
    // A rule whose offset in the hour is 0 is evaluated at the beginning of each hour, and the others later in it.
    const beforeStart = START - 1;
    const rules: { id: string; projectId: string }[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      const projectId = await addProject(relational);
      for (const window of ['5m', '10m', '20m', '30m'])
        rules.push({
          projectId,
          id: await storeRule(relational, { projectId, nowMs: beforeStart }, { ...HOURLY, window }),
        });
    }
    measuring.answer = breaching(START);
    const three = [newBench(clock), newBench(clock), newBench(clock)];
    for (let hour = 0; hour < HOURS; hour += 1) {
      clock.nowMs = beforeStart + (hour + 1) * HOUR;
      await Promise.all(three.map(({ engine }) => engine.run()));
      clock.nowMs += 10 * MINUTE;
      await Promise.all(three.map(({ flush }) => flush()));
    }
    for (const { id } of rules) {
      const times = await evaluated(id);
      assertMonotonic(times);
      assert.equal(times.length, HOURS);
    }
    for (const projectId of new Set(rules.map((rule) => rule.projectId))) {
      // Alerts of three times are resolved, for each of the rules.
      const kinds = await eventKinds(projectId);
      assert.deepEqual(kinds.length, 2 * 3 * 4);
      assert.equal(kinds.filter((type) => type === 'alert.firing').length, 3 * 4);
      const keys = (await listRequests(relational, projectId)).map(({ dedupeKey }) => dedupeKey);
      assert.deepEqual([keys.length, new Set(keys).size], [6, 6]);
    }
  });

  it('stores nothing of a process that paused for longer than its lease', async () => {
    const clock = { nowMs: START };
    const projectId = await addProject(relational);
    const id = await storeRule(relational, { projectId, nowMs: START }, { ...HOURLY, consecutive: 1 });
    const { promise: continued, resolve: proceed } = Promise.withResolvers<void>();
    const { promise: measured, resolve: reached } = Promise.withResolvers<void>();
    const { client } = relational;
    /** Client that pauses between the measurement and the transaction that stores it. */
    const still = new Proxy(client, {
      get: (object, name): unknown =>
        name === '$transaction'
          ? async (work: (tx: object) => Promise<unknown>) => {
              reached();
              await continued;
              return object.$transaction((tx) => work(tx));
            }
          : Reflect.get(object, name),
    });
    const [slow, other] = [newBench(clock, { ...relational, client: still }), newBench(clock)];
    measuring.answer = steady(9, { service_name: 'cart' });
    clock.nowMs += HOUR;
    const running = slow.engine.run();
    await measured;
    measuring.answer = steady(0, { service_name: 'cart' });
    assert.equal(await other.engine.run(), 0);
    clock.nowMs += LEASE_MS;
    assert.equal(await other.engine.run(), 1);
    proceed();
    await running;
    assert.equal((await evaluated(id)).length, 1);
    assert.equal(await client.alert.count({ where: { projectId } }), 0);
  });

  it('catches up 12 times after a jump forward, and waits for the last one after a jump back', async () => {
    const clock = { nowMs: START };
    const projectId = await addProject(relational);
    const id = await storeRule(relational, { projectId, nowMs: START }, HOURLY);
    measuring.answer = steady(9, { service_name: 'cart' });
    const bench = newBench(clock);
    const stateNow = () => relational.client.alertRuleState.findUniqueOrThrow({ where: { ruleId: id } });
    const hours = async () => (await evaluated(id)).map((time) => hourOf(time, START));
    clock.nowMs += HOUR;
    await bench.engine.run();
    clock.nowMs += 100 * HOUR;
    await bench.engine.run();
    // One transaction stores the last of the times that it catches up.
    assert.deepEqual(await hours(), [0, 100]);
    assert.deepEqual(
      measuring.asked.slice(-2).map(({ count }) => count),
      [1, 12],
    );
    assert.equal(await relational.client.alert.count({ where: { projectId, state: 'firing' } }), 1);
    clock.nowMs -= 3 * HOUR;
    for (let hour = 0; hour < 3; hour += 1) {
      await bench.engine.run();
      const { health, lastError, dueAt } = await stateNow();
      assert.deepEqual([health, lastError], ['error', 'clock'], `${hour} h after the jump back`);
      assert.ok((dueAt?.getTime() ?? Infinity) <= clock.nowMs + HOUR);
      clock.nowMs += HOUR;
    }
    assert.deepEqual(await hours(), [0, 100]);
    clock.nowMs += HOUR;
    await bench.engine.run();
    assert.deepEqual([await hours(), (await stateNow()).health], [[0, 100, 101], 'ok']);
    assert.deepEqual(await eventKinds(projectId), ['alert.firing']);
  });

  it('continues after a jump back if the process died, or could not measure, at the later time', async () => {
    const clock = { nowMs: START };
    const projectId = await addProject(relational);
    const id = await storeRule(relational, { projectId, nowMs: START }, HOURLY);
    const failing = failingRelational(relational);
    const [dying, other] = [newBench(clock, failing.relational), newBench(clock)];
    clock.nowMs += 50 * HOUR;
    measuring.answer = () => ({ error: 'timeout' });
    await other.engine.run();
    clock.nowMs += HOUR;
    failing.left = 0;
    await dying.engine.run();
    measuring.answer = steady(0);
    clock.nowMs = START + 2 * HOUR;
    await other.engine.run();
    assert.deepEqual(
      (await evaluated(id)).map((time) => hourOf(time, START)),
      [1],
    );
    // A process that starts after the jump has not seen the former time.
    failing.left = 0;
    clock.nowMs += 50 * HOUR;
    await dying.engine.run();
    clock.nowMs = START + 3 * HOUR;
    await newBench(clock).engine.run();
    assert.deepEqual(
      (await evaluated(id)).map((time) => hourOf(time, START)),
      [1, 2],
    );
  });
});
