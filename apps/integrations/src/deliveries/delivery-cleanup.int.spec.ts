import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { deliveryCleanup } from './delivery-cleanup.js';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const DAY_MS = 24 * 3_600_000;

describe('the cleanup of deliveries', () => {
  let database: TemporaryDatabase;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
  });
  afterAll(() => database.stop());

  it('deletes deliveries that are final and older than the retention, in batches', async () => {
    const { client } = database.relational;
    const projectId = randomUUID();
    const delivery = (status: string, daysAgo: number) => ({
      projectId,
      channelId: projectId,
      channelName: '',
      channelType: 'webhook',
      eventType: 'issue.new',
      eventId: randomUUID(),
      subject: 'issue/1',
      title: `${status} ${daysAgo}`,
      urgency: 1,
      status,
      startedAt: new Date(NOW - daysAgo * DAY_MS),
      createdAt: new Date(NOW - daysAgo * DAY_MS),
    });
    const kept = ['pending', 'retrying', 'sending'].map((status) => delivery(status, 40));
    const young = ['sent', 'failed', 'dlq', 'suppressed'].map((status) => delivery(status, 29));
    const old = Array.from({ length: 2_500 }, () => delivery('sent', 31));
    await client.delivery.createMany({ data: [...old, ...kept, ...young, delivery('failed', 31)] });
    const withdrawal = (subject: string, daysAgo: number) => ({
      projectId,
      subject,
      reason: 'resolved',
      withdrawnAt: new Date(NOW - daysAgo * DAY_MS),
    });
    await client.notificationWithdrawal.createMany({ data: [withdrawal('alert/1', 31), withdrawal('alert/2', 29)] });
    const { signal } = new AbortController();
    await deliveryCleanup(30).run({ relational: database.relational, now: new Date(NOW), signal });
    const left = await client.delivery.findMany({ where: { projectId }, select: { title: true } });
    assert.deepEqual(
      left.map(({ title }) => title).toSorted(),
      [...kept, ...young].map(({ title }) => title).toSorted(),
    );
    const withdrawals = await client.notificationWithdrawal.findMany({ where: { projectId } });
    assert.deepEqual(
      withdrawals.map(({ subject }) => subject),
      ['alert/2'],
    );
  });
});
