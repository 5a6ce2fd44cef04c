import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { alertsBench, ANN, createRule } from '../testing/alerts-bench.js';
import { alertCleanup } from './alert-cleanup.js';

const DAY = 24 * 3_600_000;

describe('the cleanup of alerts', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  it('deletes alerts that were resolved 30 days ago with their history, and no active ones', async () => {
    const clock = { nowMs: Date.parse('2026-02-01T12:00:00Z') };
    const { client } = database.relational;
    const bench = alertsBench(database.relational, clock);
    const projectId = randomUUID();
    const { firing, ended } = createRule(projectId, clock);
    await bench.apply(firing({ host: 'old' }), firing({ host: 'manual' }), firing({ host: 'active' }));
    await bench.apply(ended({ host: 'old' }));
    const manual = await client.alert.findMany({ where: { projectId, state: 'firing' } });
    for (const { id, labels } of manual)
      if ((labels as { host: string }).host === 'manual') await bench.actions.resolve(projectId, id, ANN, '');
    const { signal } = new AbortController();
    const remaining = async (): Promise<number[]> => {
      await alertCleanup().run({ relational: database.relational, now: new Date(clock.nowMs), signal });
      return Promise.all([client.alert.count(), client.alertTransition.count(), client.alertHold.count()]);
    };
    clock.nowMs += 30 * DAY;
    assert.deepEqual(await remaining(), [3, 5, 0]);
    clock.nowMs += 1;
    assert.deepEqual(await remaining(), [1, 1, 0]);
  });
});
