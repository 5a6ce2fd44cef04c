import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import {
  alertsBench,
  ANN,
  listEvents,
  createRule,
  storeSilence,
  type AlertsBench,
} from '../../testing/alerts-bench.js';

const MINUTE = 60_000;
const EVENTS = ['alert.firing', 'alert.acknowledged', 'alert.resolved'];

describe('changes of alerts', () => {
  let database: TemporaryDatabase;
  let bench: AlertsBench;
  const clock = { nowMs: Date.parse('2026-02-01T12:00:00Z') };
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    bench = alertsBench(database.relational, clock);
  });
  afterAll(() => database.stop());

  const pass = (minutes: number): void => void (clock.nowMs += minutes * MINUTE);
  const alertsOf = (projectId: string) =>
    database.relational.client.alert.findMany({ where: { projectId }, orderBy: [{ startedAt: 'asc' }, { id: 'asc' }] });
  const statesOf = async (projectId: string) => (await alertsOf(projectId)).map(({ state }) => state);
  const announced = async (projectId: string) =>
    (await listEvents(database.relational, projectId, EVENTS)).map(({ type }) => type.slice('alert.'.length));

  it('takes an alert from its first breach to its resolution', async () => {
    const projectId = randomUUID();
    const { pending, firing, ended, rule } = createRule(projectId, clock);
    await bench.apply(pending());
    assert.deepEqual(await statesOf(projectId), ['pending']);
    const startedAt = new Date(clock.nowMs);
    pass(5);
    await bench.apply(firing({}, { value: 9 }));
    pass(1);
    await bench.apply(firing({}, { value: 11 }));
    const [alert] = await alertsOf(projectId);
    assert.ok(alert);
    assert.deepEqual([alert.state, alert.value, alert.startedAt], ['firing', 11, startedAt]);
    pass(5);
    await bench.apply(ended({}, { value: 1, summary: 'The error rate is 1 %.' }));
    const [resolved] = await alertsOf(projectId);
    assert.deepEqual([resolved?.state, resolved?.resolution, resolved?.value], ['resolved', 'recovered', 1]);
    assert.equal(resolved?.summary, 'The error rate is 1 %.');
    assert.deepEqual(await announced(projectId), ['firing', 'resolved']);
    const [event, recovery] = await listEvents(database.relational, projectId, EVENTS);
    const { title, alert_id, rule_id } = event?.data as Record<string, unknown>;
    assert.deepEqual([event?.subject, title, alert_id, rule_id], [alert.id, rule.name, alert.id, rule.id]);
    const { value, summary, resolution, resolved_at } = recovery?.data as Record<string, unknown>;
    assert.deepEqual([value, summary, resolution], [1, 'The error rate is 1 %.', 'recovered']);
    assert.equal(resolved_at, new Date(clock.nowMs).toISOString());
    const history = await database.relational.client.alertTransition.findMany({ where: { projectId } });
    assert.deepEqual(
      history.map(({ fromState, toState, reason }) => [fromState, toState, reason]),
      [
        ['', 'pending', 'breached'],
        ['pending', 'firing', 'breached'],
        ['firing', 'resolved', 'recovered'],
      ],
    );
  });

  it('leaves nothing of a breach that was too short', async () => {
    const projectId = randomUUID();
    const { pending, ended } = createRule(projectId, clock);
    await bench.apply(pending());
    await bench.apply(ended());
    assert.deepEqual([await statesOf(projectId), await announced(projectId)], [[], []]);
    assert.equal(await database.relational.client.alertTransition.count({ where: { projectId } }), 0);
  });

  it('opens one alert for each rule and set of labels, and a new one for the next breach', async () => {
    const projectId = randomUUID();
    const [one, other] = [createRule(projectId, clock), createRule(projectId, clock)];
    const labels = { service_name: 'checkout', region: 'eu' };
    const reordered = { region: 'eu', service_name: 'checkout' };
    await bench.apply(
      one.firing(labels),
      one.firing(reordered),
      one.firing({ service_name: 'cart' }),
      other.firing(labels),
    );
    assert.equal((await alertsOf(projectId)).length, 3);
    await bench.apply(one.ended(labels), one.firing(labels));
    assert.deepEqual((await statesOf(projectId)).toSorted(), ['firing', 'firing', 'firing', 'resolved']);
  });

  it('ignores an evaluation that is older than the last one', async () => {
    const projectId = randomUUID();
    const { firing, ended } = createRule(projectId, clock);
    await bench.apply(firing());
    await bench.apply(ended({}, { at: new Date(clock.nowMs - 1) }));
    assert.deepEqual(await statesOf(projectId), ['firing']);
  });

  it('does not fire an alert again that was resolved by hand until it recovered or an hour passed', async () => {
    for (const recovers of [true, false]) {
      const projectId = randomUUID();
      const { firing, ended } = createRule(projectId, clock);
      await bench.apply(firing());
      const [alert] = await alertsOf(projectId);
      await bench.actions.resolve(projectId, alert?.id ?? '', ANN, 'Known');
      pass(1);
      await bench.apply(firing());
      assert.deepEqual(await statesOf(projectId), ['resolved']);
      if (recovers) await bench.apply(ended());
      else pass(58.9);
      await bench.apply(firing());
      assert.deepEqual(await statesOf(projectId), recovers ? ['resolved', 'firing'] : ['resolved']);
      pass(1);
      await bench.apply(firing());
      assert.deepEqual(await statesOf(projectId), ['resolved', 'firing']);
    }
  });

  it('announces an acknowledged alert again only when its severity rises', async () => {
    const projectId = randomUUID();
    const { firing, rule } = createRule(projectId, clock, { severity: 'warning' });
    await bench.apply(firing());
    const [alert] = await alertsOf(projectId);
    await bench.actions.acknowledge(projectId, alert?.id ?? '', ANN, '');
    for (const severity of ['warning', 'info', 'critical'] as const)
      await bench.apply(firing({}, { rule: { ...rule, severity } }));
    assert.deepEqual(await announced(projectId), ['firing', 'acknowledged', 'firing']);
    assert.deepEqual(await statesOf(projectId), ['firing']);
  });

  it('announces nothing of an alert that is silenced from its first breach on', async () => {
    const projectId = randomUUID();
    const { firing, ended } = createRule(projectId, clock);
    const label: [string, string] = ['service_name', 'checkout'];
    const silenceId = await storeSilence(database.relational, { projectId, nowMs: clock.nowMs, minutes: 10, label });
    await bench.apply(firing({ service_name: 'checkout' }), firing({ service_name: 'cart' }));
    const [silenced] = (await alertsOf(projectId)).filter(({ state }) => state === 'silenced');
    assert.deepEqual([silenced?.silenceId, silenced?.silencedState], [silenceId, 'firing']);
    await bench.apply(ended({ service_name: 'checkout' }));
    assert.deepEqual(await announced(projectId), ['firing']);
    pass(10);
    await bench.apply(firing({ service_name: 'checkout' }));
    assert.deepEqual(await announced(projectId), ['firing', 'firing']);
  });

  it('refuses malformed IDs before anything is written', async () => {
    const projectId = randomUUID();
    const { firing } = createRule(projectId, clock, { notify: { channels: ['general'] } });
    await assert.rejects(bench.apply(firing()), RangeError);
    assert.deepEqual(await statesOf(projectId), []);
  });

  it('opens one alert for simultaneous changes of the same identity', async () => {
    const projectId = randomUUID();
    const { firing } = createRule(projectId, clock);
    const labels = Array.from({ length: 20 }, (_, index) => ({ service_name: `s${index % 4}` }));
    await Promise.allSettled(labels.map((label) => bench.apply(firing(label))));
    assert.equal((await alertsOf(projectId)).length, 4);
  });
});
