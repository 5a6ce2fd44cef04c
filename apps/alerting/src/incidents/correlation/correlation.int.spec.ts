import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { readEvents, recordEvent } from '@svc/work';
import { correlationBench, escalationBench, responses, type EscalationBench } from '../../testing/escalation-bench.js';
import { failingRelational, KilledError } from '../../testing/failing-relational.js';
import { listPages, storePolicy } from '../../testing/pages.js';
import { makeWorld, type World } from '../../testing/response-server.js';

const MINUTE = 60_000;

describe('the correlation of alerts with incidents', () => {
  let database: TemporaryDatabase;
  let world: World;
  let bench: EscalationBench;
  const clock = { nowMs: Date.parse('2026-05-06T12:00:00Z') };
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    bench = escalationBench(database.relational, clock);
  });
  beforeEach(async () => {
    world = await makeWorld(database.relational);
  });
  afterAll(() => database.stop());

  /** Records what happened to an alert as the domain of alerts does. */
  const record = async (state: 'firing' | 'acknowledged' | 'resolved', alertId: string, more: object = {}) => {
    const content = { title: 'High error rate', severity: 'critical', summary: 'The error rate is 7 %, above 5 %.' };
    const about = { alert_id: alertId, rule_id: randomUUID(), labels: { alertname: 'HighErrorRate' } };
    const data = {
      ...content,
      ...about,
      service_name: 'checkout',
      environment: 'prod',
      incident: { auto_create: true },
      ...more,
    };
    const event = { projectId: world.projectId, subject: alertId, occurredAt: new Date(clock.nowMs) };
    await database.relational.client.$transaction((tx) => recordEvent(tx, { ...event, type: `alert.${state}`, data }));
  };
  /** Acts on what was recorded, as the reader does. */
  const read = async (relational = database.relational): Promise<void> => {
    const reader = correlationBench(relational, clock);
    await relational.client.$transaction(async (tx) =>
      reader.act(await readEvents(tx, 'incident-correlation', 500), tx),
    );
  };
  const happened = async (...args: Parameters<typeof record>): Promise<void> => {
    await record(...args);
    await read();
  };
  const incidents = () =>
    database.relational.client.incident.findMany({
      where: { projectId: world.projectId },
      include: { links: { orderBy: { createdAt: 'asc' } } },
      orderBy: { number: 'asc' },
    });
  const kinds = async (incidentId: string): Promise<string[]> => {
    const entries = await database.relational.client.incidentEntry.findMany({
      where: { incidentId },
      orderBy: { seq: 'asc' },
    });
    return entries.map(({ kind }) => kind);
  };

  it('opens an incident for the first alert, with the severity and the policy of its rule, which pages', async () => {
    const ada = await world.addMember('Ada');
    const policy = await storePolicy(database.relational, world.projectId, [{ users: [ada] }]);
    const alert = randomUUID();
    await happened('firing', alert, { incident: { auto_create: true, severity: 2 }, escalation_policy_id: policy });
    const [incident, ...more] = await incidents();
    assert.ok(incident);
    assert.deepEqual(
      [more, incident.title, incident.severity, incident.state, incident.description],
      [[], 'High error rate (checkout, prod)', 2, 'open', 'The error rate is 7 %, above 5 %.'],
    );
    assert.deepEqual(
      incident.links.map(({ type, ref, correlationReason }) => [type, ref, correlationReason]),
      [
        [
          'alert',
          alert,
          'no incident with the same service_name checkout and environment prod and an alert of the last 30 minutes',
        ],
      ],
    );
    assert.deepEqual(await kinds(incident.id), ['created', 'alert_attached', 'escalation_started']);
    await bench.engine.runDue();
    assert.deepEqual(
      (await listPages(database.relational, incident.id)).map(({ users }) => users),
      [[ada]],
    );
  });

  it('attaches alerts with the same keys, and neither those of other keys nor of rules that open none', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await happened('firing', first);
    clock.nowMs += 4 * MINUTE;
    await happened('firing', second, { title: 'Slow' });
    await happened('firing', randomUUID(), { environment: 'staging' });
    await happened('firing', randomUUID(), { incident: { auto_create: false } });
    const [checkout, staging, ...more] = await incidents();
    assert.deepEqual([more.length, staging?.links.length, checkout?.version], [0, 1, 1n]);
    assert.deepEqual(
      checkout?.links.map(({ ref, correlationReason }) => [ref, correlationReason?.split('; ')[1]]),
      [
        [first, undefined],
        [second, '4 minutes after the last alert'],
      ],
    );
  });

  it('distinguishes alerts without a service and an environment by their rule', async () => {
    const none = { service_name: undefined, environment: undefined };
    await happened('firing', randomUUID(), none);
    await happened('firing', randomUUID(), none);
    await happened('firing', randomUUID(), { ...none, labels: { alertname: 'DiskFull' } });
    assert.deepEqual(
      (await incidents()).map(({ links }) => links.length),
      [2, 1],
    );
  });

  it('records the states of alerts in the timeline, and leaves the resolution to responders', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await happened('firing', first);
    await happened('firing', second);
    await happened('acknowledged', first);
    await happened('resolved', first);
    await happened('resolved', second);
    await happened('firing', second);
    const [incident, ...more] = await incidents();
    assert.ok(incident);
    assert.deepEqual([more, incident.state], [[], 'open']);
    assert.deepEqual(await kinds(incident.id), [
      ...['created', 'alert_attached', 'alert_attached', 'alert_resolved', 'alert_resolved', 'alert_fired'],
    ]);
    const resolved = await database.relational.client.incidentEntry.findMany({
      where: { incidentId: incident.id, kind: 'alert_resolved' },
      orderBy: { seq: 'asc' },
    });
    assert.deepEqual(
      resolved.map(({ data }) => (data as { all_resolved: boolean }).all_resolved),
      [false, true],
    );
  });

  it('reopens an incident that was just resolved, and opens another one later', async () => {
    await happened('firing', randomUUID());
    const [incident] = await incidents();
    assert.ok(incident);
    await responses(bench, world.projectId).resolve(incident);
    const before = incident.links[0]?.ref ?? '';
    await happened('resolved', before);
    clock.nowMs += 10 * MINUTE;
    // The alert that it was opened for, which it is linked to already, and another one.
    await record('firing', before);
    await happened('firing', randomUUID());
    const [reopened] = await incidents();
    assert.deepEqual([reopened?.state, reopened?.reopenCount, reopened?.links.length], ['open', 1, 2]);
    await responses(bench, world.projectId).resolve(reopened ?? incident);
    clock.nowMs += 16 * MINUTE;
    await happened('firing', randomUUID());
    assert.deepEqual(
      (await incidents()).map(({ state, links }) => [state, links.length]),
      [
        ['resolved', 2],
        ['open', 1],
      ],
    );
  });

  it('opens one incident for a storm and links fifty of its alerts', async () => {
    for (let index = 0; index < 60; index += 1) await record('firing', randomUUID());
    await read();
    const [incident, ...more] = await incidents();
    assert.ok(incident);
    assert.deepEqual([more.length, incident.links.length, (await kinds(incident.id)).length], [0, 50, 61]);
  });

  it('counts each event once, whichever statement the process dies before', async () => {
    const failing = failingRelational(database.relational);
    await record('firing', randomUUID());
    await record('firing', randomUUID());
    let deaths = 0;
    for (; ; deaths += 1) {
      failing.left = deaths;
      const died = await read(failing.relational).catch((error: unknown) => error);
      if (!(died instanceof KilledError)) break;
    }
    failing.left = Infinity;
    await read(failing.relational);
    const [incident, ...more] = await incidents();
    assert.ok(incident && deaths > 10);
    assert.deepEqual([more.length, incident.links.length], [0, 2]);
    assert.deepEqual(await kinds(incident.id), ['created', 'alert_attached', 'alert_attached']);
  });
});
