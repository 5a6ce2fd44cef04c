import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@svc/test-servers';
import type { Severity, Status } from '../compose/notification.js';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';
import { Receiver } from '../testing/receiver.js';
import { DeliveryQueue } from './delivery-queue.js';
import { Outbox } from './outbox.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const NOW = new Date();

describe('the order of deliveries', () => {
  let server: IntegrationsServer;
  let receiver: Receiver;
  beforeAll(async () => {
    server = await startIntegrations();
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
  });

  const as = callerIn();
  const createChannel = async () => {
    const config = { url: `${receiver.url}/hook`, secret: SECRET };
    const { id } = await server.channels.create({ type: 'webhook', name: randomUUID(), config }, as);
    return server.database.relational.client.channel.findUniqueOrThrow({ where: { id } });
  };
  const add = async (
    channel: Awaited<ReturnType<typeof createChannel>>,
    events: { subject: string; title: string; status?: Status; severity?: Severity }[],
  ): Promise<void> => {
    const deliveries = events.map(({ subject, title, status = 'open', severity = 'critical' }) => ({
      channel,
      eventId: randomUUID(),
      notification: {
        type: 'alert.firing',
        subject,
        title,
        status,
        severity,
        occurredAt: NOW,
        facts: [],
        projectId: channel.projectId,
        projectName: 'Shop',
        data: { title },
      },
    }));
    // One at a time, because the order of creation is what counts.
    for (const delivery of deliveries) await new Outbox().add(server.database.relational.client, [delivery], NOW);
  };
  const titles = (): string[] =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title);

  it('follows the events of a subject, even when the first delivery has to be retried', async () => {
    receiver.received.length = 0;
    let refusals = 2;
    receiver.answer = (response) => {
      if (refusals-- > 0) response.writeHead(503, { 'retry-after': '1' }).end();
      else setTimeout(() => response.end(), 5);
    };
    const channel = await createChannel();
    await add(channel, [
      { subject: 'alert/1', title: 'firing' },
      { subject: 'alert/1', title: 'acknowledged', status: 'acknowledged' },
      { subject: 'alert/1', title: 'resolved', status: 'resolved', severity: 'info' },
    ]);
    await eventually('all are sent', () => receiver.received.length >= 5);
    assert.deepEqual(titles(), ['firing', 'firing', 'firing', 'acknowledged', 'resolved']);
  });

  it('follows the urgency of different subjects', async () => {
    const queue = new DeliveryQueue(server.database.relational);
    const channel = await createChannel();
    // A time in the future, so that the service does not send them.
    const later = new Date(Date.now() + 3600_000);
    const severities: Severity[] = ['info', 'warning', 'critical', 'info', 'critical'];
    await add(
      channel,
      severities.map((severity, nth) => ({ subject: `alert/${nth}`, title: `${severity} ${nth}`, severity })),
    );
    await server.database.relational.client.delivery.updateMany({
      where: { channelId: channel.id },
      data: { status: 'pending', nextAttemptAt: later, admittedAt: later, leaseUntil: null },
    });
    const claimed = await queue.claim(3, later, new Date(later.getTime() + 60_000));
    const rows = await server.database.relational.client.delivery.findMany({
      where: { id: { in: claimed.map(({ id }) => id) } },
    });
    assert.deepEqual(rows.map(({ title }) => title.split(' ')[0]).toSorted(), ['critical', 'critical', 'warning']);
  });

  it('survives two processes that claim at the same time: each delivery has one owner', async () => {
    const queue = new DeliveryQueue(server.database.relational);
    const channel = await createChannel();
    const later = new Date(Date.now() + 7200_000);
    await add(
      channel,
      Array.from({ length: 40 }, (_, nth) => ({ subject: `alert/${nth}`, title: String(nth) })),
    );
    await server.database.relational.client.delivery.updateMany({
      where: { channelId: channel.id },
      data: { status: 'pending', nextAttemptAt: later, admittedAt: later, leaseUntil: null },
    });
    const lease = new Date(later.getTime() + 60_000);
    const claims = await Promise.all([1, 2, 3, 4].map(() => queue.claim(10, later, lease)));
    const ids = claims.flat().map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    // Claims of a process that died are claimed again, and its late result is ignored.
    const [first] = claims.flat();
    assert.ok(first);
    assert.ok((await queue.releaseExpired(new Date(lease.getTime() + 1))) >= ids.length);
    await queue.settle([
      {
        claimed: first,
        settled: { status: 'sent', reason: '', nextAttemptMs: undefined },
        attempt: { at: NOW.toISOString(), latency_ms: 1, error: '', excerpt: '' },
      },
    ]);
    const { status } = await server.database.relational.client.delivery.findUniqueOrThrow({ where: { id: first.id } });
    assert.equal(status, 'retrying');
  });

  it('leaves room for other channels while a receiver is slow, and closes one that keeps failing', async () => {
    const slow = await Receiver.start();
    try {
      slow.answer = () => undefined;
      const config = { url: slow.url, secret: SECRET };
      const { id } = await server.channels.create({ type: 'webhook', name: randomUUID(), config }, as);
      const hanging = await server.database.relational.client.channel.findUniqueOrThrow({ where: { id } });
      await add(
        hanging,
        Array.from({ length: 120 }, (_, nth) => ({ subject: `alert/${nth}`, title: String(nth) })),
      );
      await eventually('some wait for the slow receiver', () => slow.received.length >= 50);
      receiver.received.length = 0;
      receiver.answer = (response) => response.writeHead(500).end();
      const failing = await createChannel();
      await add(
        failing,
        Array.from({ length: 12 }, (_, nth) => ({ subject: `alert/${nth}`, title: String(nth) })),
      );
      await eventually('the failing channel is closed', async () => {
        const { health } = await server.channels.get({ channelId: failing.id }, as);
        return health?.status === 'unhealthy' && health.nextAttemptAt !== undefined;
      });
      assert.equal(slow.received.length, 50);
    } finally {
      await slow.stop();
    }
  });
});
