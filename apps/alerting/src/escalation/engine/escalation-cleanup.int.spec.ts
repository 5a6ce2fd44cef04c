import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { escalationCleanup } from './escalation-cleanup.js';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const DAY_MS = 24 * 3_600_000;

describe('the cleanup of escalations', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  it('deletes escalations of alerts that ended 30 days ago, but no running ones and none of incidents', async () => {
    const { client } = database.relational;
    const escalation = (subject: string, daysAgo: number, nextAt: Date | null = null) => ({
      projectId: randomUUID(),
      subject,
      policyId: randomUUID(),
      policyName: 'Policy',
      levels: [],
      maxEscalations: 1,
      content: {},
      state: nextAt ? 'running' : 'stopped',
      pass: 1,
      level: 1,
      reason: 'start',
      nextAt,
      startedAt: new Date(NOW - 40 * DAY_MS),
      updatedAt: new Date(NOW - daysAgo * DAY_MS),
    });
    await client.escalation.createMany({
      data: [
        escalation('alert/old', 31),
        escalation('alert/young', 29),
        escalation('alert/running', 31, new Date(NOW)),
        escalation('incident/old', 31),
      ],
    });
    const { signal } = new AbortController();
    await escalationCleanup().run({ relational: database.relational, now: new Date(NOW), signal });
    const left = await client.escalation.findMany({ orderBy: { subject: 'asc' } });
    assert.deepEqual(
      left.map(({ subject }) => subject),
      ['alert/running', 'alert/young', 'incident/old'],
    );
  });
});
