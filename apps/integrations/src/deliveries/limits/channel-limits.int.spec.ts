import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@svc/test-servers';
import { requestNotification, type NotificationRequest, type Severity } from '@svc/work';
import { callerIn, startIntegrations, type IntegrationsServer } from '../../testing/integrations-server.js';
import { Receiver } from '../../testing/receiver.js';

const BURST = 500;
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

describe('a burst of notifications to a channel', () => {
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
  beforeEach(() => void (receiver.received.length = 0));

  const client = () => server.database.relational.client;
  const createSlack = (projectId: string, name = 'Ops') => {
    const config = { webhook_url: `${receiver.url}/${name}` };
    return server.channels.create({ type: 'slack', name, config }, callerIn(projectId));
  };
  const createWebhook = (projectId: string, name = 'Hook') => {
    const config = { url: `${receiver.url}/${name}`, secret: SECRET };
    return server.channels.create({ type: 'webhook', name, config }, callerIn(projectId));
  };
  const send = (projectId: string, channelId: string, titles: readonly string[], urgency: Severity = 'warning') =>
    client().$transaction(
      async (tx) => {
        for (const title of titles) {
          const request: NotificationRequest = {
            projectId,
            dedupeKey: randomUUID(),
            type: 'alert.firing',
            subject: `alert/${randomUUID()}`,
            occurredAt: new Date(),
            content: { title, severity: urgency },
            urgency,
            channelIds: [channelId],
            userIds: [],
            onlyWhileWanted: true,
          };
          await requestNotification(tx, request);
        }
      },
      { timeout: 120_000 },
    );
  const titles = Array.from({ length: BURST }, (_, nth) => `Alert ${nth + 1}`);
  /** All are sent, stand behind another one, or wait for a limit. */
  const settled = (channelId: string, count: number) =>
    eventually('the burst has been dealt with', async () => {
      const rows = await client().delivery.findMany({ where: { channelId }, orderBy: { position: 'asc' } });
      const now = new Date();
      const waits = rows.filter(({ status, nextAttemptAt }) => status === 'pending' && (nextAttemptAt ?? now) > now);
      const ended = rows.filter(({ status }) => status === 'sent' || status === 'suppressed');
      return rows.length === count && waits.length + ended.length === count && rows;
    });

  it('becomes a few messages that say how many they stand for, each recorded', async () => {
    const project = randomUUID();
    const { id: channelId } = await createSlack(project);
    await send(project, channelId, titles);
    const rows = await settled(channelId, BURST);
    const sent = rows.filter(({ status }) => status === 'sent');
    assert.ok(sent.length <= 10, `${sent.length} messages`);
    assert.equal(receiver.received.length, sent.length);
    const byCarrier = Map.groupBy(
      rows.filter(({ reason }) => reason === 'bundled'),
      ({ carriedBy }) => carriedBy,
    );
    for (const [carrier, carried] of byCarrier) {
      assert.ok(sent.some(({ id }) => id === carrier));
      assert.ok(receiver.received.some(({ body }) => body.includes(`(+${carried.length} more)`)));
    }
    const bundled = [...byCarrier.values()].reduce((sum, carried) => sum + carried.length, 0);
    assert.equal(sent.length + bundled + rows.filter(({ status }) => status === 'pending').length, BURST);
    const { deliveries } = await server.deliveries.list({ channel: channelId, limit: 1000 }, callerIn(project));
    assert.ok(deliveries.every(({ reason, carriedBy }) => (reason === 'bundled') === (carriedBy !== undefined)));
  });

  it('delays neither a critical notification nor another channel', async () => {
    const project = randomUUID();
    const [busy, quiet] = [await createSlack(project, 'busy'), await createSlack(project, 'quiet')];
    await send(project, busy.id, titles);
    await settled(busy.id, BURST);
    await send(project, busy.id, ['Checkout is down'], 'critical');
    await send(project, quiet.id, ['Disk is full']);
    await eventually('both have arrived', () =>
      ['Checkout is down', 'Disk is full'].every((title) => receiver.received.some(({ body }) => body.includes(title))),
    );
  });

  it('tells a webhook the number of deliveries that its message stands for', async () => {
    const project = randomUUID();
    const { id: channelId } = await createWebhook(project);
    await send(project, channelId, titles);
    const rows = await settled(channelId, BURST);
    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as { more?: number });
    assert.ok(bodies.length <= 120, `${bodies.length} messages`);
    const waiting = rows.filter(({ status }) => status === 'pending').length;
    assert.equal(bodies.reduce((sum, { more = 0 }) => sum + 1 + more, 0) + waiting, BURST);
  });

  it('refuses tests of a channel beyond the limits of its receiver with the time to wait, across channels', async () => {
    const project = randomUUID();
    const channels = [await createWebhook(project, 'one'), await createWebhook(project, 'two')];
    for (let nth = 0; nth < 20; nth++) {
      const { status } = await server.channels.test({ channelId: channels[nth % 2]?.id ?? '' }, callerIn(project));
      assert.equal(status, 'sent');
    }
    for (const { id: channelId } of channels)
      await assert.rejects(server.channels.test({ channelId }, callerIn(project)), (error: Error) => {
        const { code, retryAfterSeconds } = error as Error & { code: string; retryAfterSeconds: number };
        return code === 'rate_limited' && retryAfterSeconds > 0 && retryAfterSeconds <= 60;
      });
    assert.equal(receiver.received.length, 20);
    const other = randomUUID();
    const { id: channelId } = await createWebhook(other);
    assert.equal((await server.channels.test({ channelId }, callerIn(other))).status, 'sent');
  });

  it('counts concurrent tests like tests one after the other', async () => {
    const project = randomUUID();
    const { id: channelId } = await createSlack(project);
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, () => server.channels.test({ channelId }, callerIn(project))),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 20);
    assert.equal(receiver.received.length, 20);
  });
});
