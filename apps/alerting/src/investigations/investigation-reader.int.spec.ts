import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createLogger } from '@svc/observability';
import type { DomainEvent } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { AlertInvestigations } from '../alerts/index.js';
import { TimelineRepository } from '../incidents/index.js';
import { alertsBench, createRule, listRequests, type AlertsBench } from '../testing/alerts-bench.js';
import { InvestigationReader } from './investigation-reader.js';

const MINUTE = 60_000;

describe('completed investigations', () => {
  let database: TemporaryDatabase;
  let bench: AlertsBench;
  let reader: InvestigationReader;
  let projectId: string;
  const clock = { nowMs: Date.parse('2026-02-01T12:00:00Z') };
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    const { relational } = database;
    bench = alertsBench(relational, clock);
    const now = (): number => clock.nowMs;
    const alerts = new AlertInvestigations(bench.alerts, bench.groups, now);
    const logger = createLogger({ service: 'test', level: 'silent' });
    reader = new InvestigationReader(relational, alerts, new TimelineRepository(relational), now, logger);
  });
  beforeEach(() => {
    projectId = randomUUID();
  });
  afterAll(() => database.stop());

  const complete = async (type: string, ref: string, more: object = {}): Promise<string> => {
    const subject = randomUUID();
    const data = {
      subject_type: type,
      subject_ref: ref,
      title: 'Why is ann slow?',
      level: 'likely',
      round: 1,
      ...more,
    };
    const event = { projectId, subject, data, type: 'investigation.completed', occurredAt: new Date(clock.nowMs) };
    await database.relational.client.$transaction((tx) => reader.act([event as unknown as DomainEvent], tx));
    return subject;
  };
  const openIncident = async (number: number, link?: { readonly type: string; readonly ref: string }) => {
    const now = new Date(clock.nowMs);
    const { id } = await database.relational.client.incident.create({
      data: {
        projectId,
        number,
        title: 'It fails',
        severity: 2,
        state: 'open',
        createdBy: 'ann',
        createdAt: now,
        updatedAt: now,
        ...(link && { links: { create: { projectId, createdBy: 'ann', createdAt: now, ...link } } }),
      },
    });
    return id;
  };
  const timeline = async (incidentId: string) => {
    const where = { incidentId, kind: 'investigation_attached' };
    return (await database.relational.client.incidentEntry.findMany({ where })).map(({ data }) => data);
  };

  it('are attached to their incident once, without what was found', async () => {
    const id = await openIncident(1);
    const investigation = await complete('incident', id, { text: 'Secret.' });
    await complete('incident', id, { round: 2 });
    assert.deepEqual(await timeline(id), [{ investigation_id: investigation, level: 'likely' }]);
  });

  it.each([
    ['alert', 'alert'],
    ['anomaly', 'anomaly'],
    ['issue', 'error_group'],
  ])('of an %s are attached to the incidents that link to it', async (subject, type) => {
    const ref = randomUUID();
    const [linked, other] = [await openIncident(1, { type, ref }), await openIncident(2)];
    await complete(subject, ref);
    assert.deepEqual([(await timeline(linked)).length, (await timeline(other)).length], [1, 0]);
  });

  it('of an alert stand in the next notification, within the interval of its group, if a rule has started them', async () => {
    const { firing, ended } = createRule(projectId, clock);
    await bench.apply(firing());
    clock.nowMs += MINUTE;
    await bench.flush();
    const { id } = await database.relational.client.alert.findFirstOrThrow({ where: { projectId } });
    await complete('alert', id);
    clock.nowMs += 5 * MINUTE;
    await bench.flush();
    assert.equal((await listRequests(database.relational, projectId)).length, 1, 'a person has started it');
    const investigation = await complete('alert', id, { text: 'checkout fails since 14:03:20.' });
    clock.nowMs += 5 * MINUTE;
    await bench.flush();
    const [, second] = await listRequests(database.relational, projectId);
    assert.equal(second?.type, 'alert.firing');
    assert.equal(
      second?.content.summary,
      'The error rate is 7.5 %, above 5 %. Investigation (likely): checkout fails since 14:03:20.',
    );
    assert.deepEqual(second?.content['investigation'], {
      id: investigation,
      level: 'likely',
      text: 'checkout fails since 14:03:20.',
    });
    await bench.apply(ended());
    clock.nowMs += 5 * MINUTE;
    await bench.flush();
    const [, , last] = await listRequests(database.relational, projectId);
    assert.deepEqual([last?.type, last?.content['investigation']], ['alert.resolved', undefined]);
    await complete('alert', id, { text: 'Too late.' });
  });

  it('of any alert of a group stand in its notification', async () => {
    const { firing } = createRule(projectId, clock);
    await bench.apply(firing({ pod: 'a' }), firing({ pod: 'b' }));
    clock.nowMs += MINUTE;
    await bench.flush();
    const alerts = await database.relational.client.alert.findMany({
      where: { projectId },
      orderBy: { startedAt: 'asc' },
    });
    const [first] = await listRequests(database.relational, projectId);
    const other = alerts.find(({ id }) => id !== first?.content['alert_id']);
    assert.deepEqual([alerts.length, first?.content['investigation']], [2, undefined]);
    const investigation = await complete('alert', other?.id ?? '', { text: 'checkout fails.' });
    clock.nowMs += 5 * MINUTE;
    await bench.flush();
    const [, second] = await listRequests(database.relational, projectId);
    assert.equal(second?.content['alert_id'], first?.content['alert_id']);
    assert.match(String(second?.content.summary), /1 more fires\. Investigation \(likely\): checkout fails\.$/);
    assert.deepEqual(second?.content['investigation'], { id: investigation, level: 'likely', text: 'checkout fails.' });
  });

  it('of alerts and incidents that are gone change nothing', async () => {
    for (const type of ['alert', 'incident', 'issue', 'question', 'person']) await complete(type, randomUUID());
    await complete('alert', 'not an ID', { text: 'x' });
    assert.equal(await database.relational.client.incidentEntry.count({ where: { projectId } }), 0);
  });
});
