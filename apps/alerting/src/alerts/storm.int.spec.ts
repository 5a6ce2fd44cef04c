import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { alertsBench, listRequests, createRule } from '../testing/alerts-bench.js';

const ALERTS = 1_250;
const SERVICES = 25;

describe('storms of alerts', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  it('sends one notification for each group, which counts its alerts and describes the first ones', async () => {
    const clock = { nowMs: Date.parse('2026-02-01T12:00:00Z') };
    const { client } = database.relational;
    const bench = alertsBench(database.relational, clock);
    const projectId = randomUUID();
    const { firing, ended } = createRule(projectId, clock, { notify: { groupBy: ['service_name'] } });
    const labels = Array.from({ length: ALERTS }, (_, nth) => ({
      service_name: `s${nth % SERVICES}`,
      host: `h${nth}`,
    }));
    const inCalls = async (change: typeof firing) => {
      for (let from = 0; from < ALERTS; from += 500)
        await bench.apply(...labels.slice(from, from + 500).map((each) => change(each)));
    };
    await inCalls(firing);
    clock.nowMs += 30_000;
    await bench.flush();
    const requests = await listRequests(database.relational, projectId);
    assert.equal(requests.length, SERVICES);
    for (const { content } of requests)
      assert.deepEqual([content['firing_count'], (content['alerts'] as unknown[]).length], [ALERTS / SERVICES, 20]);
    assert.equal(await client.domainEvent.count({ where: { projectId, type: 'alert.firing' } }), ALERTS);
    await inCalls(ended);
    clock.nowMs += 300_000;
    await bench.flush();
    const after = (await listRequests(database.relational, projectId)).slice(SERVICES);
    assert.deepEqual([after.length, new Set(after.map(({ type }) => type))], [SERVICES, new Set(['alert.resolved'])]);
    assert.equal(await client.alertGroup.count({ where: { projectId } }), 0);
    assert.equal(await client.alert.count({ where: { projectId, state: 'resolved', groupId: null } }), ALERTS);
  });
});
