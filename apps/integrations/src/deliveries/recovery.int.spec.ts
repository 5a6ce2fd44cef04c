import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Delivery } from '@svc/relational';
import { eventually } from '@svc/test-servers';
import { recordEvent } from '@svc/work';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';
import { Receiver } from '../testing/receiver.js';
import { deliveryExpiry } from './delivery-expiry.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('a channel whose receiver fails for some time', () => {
  let server: IntegrationsServer;
  let receiver: Receiver;
  let aheadMs = 0;
  beforeAll(async () => {
    server = await startIntegrations(undefined, undefined, () => Date.now() + aheadMs);
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
  });

  const client = () => server.database.relational.client;
  const answerWith = (status: number) => void (receiver.answer = (response) => response.writeHead(status).end());
  const createChannel = async (path = '') => {
    const [projectId, config] = [randomUUID(), { url: `${receiver.url}${path}`, secret: SECRET }];
    const request = { type: 'webhook', name: 'Ops', config, events: ['issue.*'] };
    const { id: channelId } = await server.channels.create(request, callerIn(projectId));
    return { projectId, channelId, config };
  };
  type Channel = Awaited<ReturnType<typeof createChannel>>;
  const notify = async ({ projectId }: Channel, title: string, type: 'issue.new' | 'issue.resolved' = 'issue.new') => {
    const event = { projectId, type, subject: title, occurredAt: new Date(), data: { title } };
    await client().$transaction((tx) => recordEvent(tx, event));
  };
  const deliveries = ({ channelId }: Channel) =>
    client().delivery.findMany({ where: { channelId }, orderBy: { position: 'asc' } });
  const reach = (channel: Channel, what: string, holds: (rows: Delivery[]) => boolean) =>
    eventually(what, async () => {
      const rows = await deliveries(channel);
      return holds(rows) && rows;
    });
  const statuses = (rows: readonly Delivery[]) => rows.map(({ status, reason }) => `${status} ${reason}`.trim());
  const forget = () => client().delivery.deleteMany();
  beforeEach(forget);

  /** Notifies about each title while the receiver fails, until all are in the dead-letter queue. */
  const bury = async (channel: Channel, titles: readonly string[]): Promise<void> => {
    answerWith(500);
    for (const title of titles) await notify(channel, title);
    await reach(channel, 'all were attempted', (rows) => rows.filter(isTried).length === titles.length);
    aheadMs += 24 * HOUR_MS;
    await reach(channel, 'some are in the dead-letter queue', (rows) => rows.some(({ status }) => status === 'dlq'));
    // The others wait for their turn, one a minute.
    const now = new Date(Date.now() + aheadMs);
    await client().channel.update({ where: { id: channel.channelId }, data: { consecutiveFailures: 5 } });
    await deliveryExpiry().run({ relational: server.database.relational, now, signal: new AbortController().signal });
    await reach(channel, 'all are in the dead-letter queue', (rows) => rows.every(({ status }) => status === 'dlq'));
    aheadMs += 2 * MINUTE_MS;
  };
  /** A failure, but not so many that the next attempt has to wait. */
  const keepOpen = ({ channelId: id }: Channel) =>
    client().channel.update({ where: { id }, data: { consecutiveFailures: 1, closedUntil: null } });
  const isTriedAfter = (row: Delivery | undefined, attempts: number): boolean =>
    row?.status === 'retrying' && row.attemptCount > attempts;
  const isTried = (row: Delivery | undefined): boolean => isTriedAfter(row, 0);

  it('repeats a delivery that fails for a reason that can pass for a day, whatever the number of attempts', async () => {
    receiver.answer = (response, { path }) => response.writeHead(Number(path.slice(1))).end();
    const channels = await Promise.all([500, 429, 408, 425, 409].map((status) => createChannel(`/${status}`)));
    for (const channel of channels) await notify(channel, 'down');
    const startedMs = Date.now() + aheadMs;
    const attempts = channels.map(() => 0);
    while (Math.min(...attempts) <= 9) {
      for (const [nth, channel] of channels.entries()) {
        const [row] = await reach(channel, 'the next attempt', ([first]) => isTriedAfter(first, attempts[nth] ?? 0));
        attempts[nth] = row?.attemptCount ?? 0;
      }
      aheadMs += 16 * MINUTE_MS;
    }
    aheadMs = startedMs + 25 * HOUR_MS - Date.now();
    for (const channel of channels) await reach(channel, 'the end', ([row]) => row?.status === 'dlq');
  });

  it('sends what waits at once after the first success, but not before a pause that the receiver requested', async () => {
    const channel = await createChannel();
    receiver.answer = (response, { body }) =>
      response.writeHead(body.includes('busy') ? 429 : 503, { 'retry-after': '3600' }).end();
    for (const title of ['one', 'two', 'busy']) await notify(channel, title);
    await reach(channel, 'all were attempted', (rows) => rows.filter(isTried).length === 3);
    answerWith(200);
    await notify(channel, 'works again');
    const rows = await reach(
      channel,
      'all others are sent',
      (all) => all.filter(({ status }) => status === 'sent').length === 3,
    );
    assert.deepEqual(statuses(rows), ['sent', 'sent', 'retrying rate_limited', 'sent']);
  });

  it('sends dead letters of an outage after the first success, unless later news has overtaken them', async () => {
    const channel = await createChannel();
    await bury(channel, ['one', 'two']);
    answerWith(200);
    await notify(channel, 'one', 'issue.resolved');
    const rows = await reach(channel, 'two is sent', ([, two]) => two?.status === 'sent');
    assert.deepEqual(statuses(rows), ['dlq receiver_error', 'sent', 'sent']);
    assert.deepEqual(
      rows.map(({ redriveCount }) => redriveCount),
      [0, 1, 0],
    );
  });

  it('sends dead letters after an update of the configuration, and attempts again without a pause', async () => {
    const channel = await createChannel();
    await bury(channel, ['one', 'two', 'three']);
    answerWith(200);
    const { channelId, projectId, config } = channel;
    await server.channels.update({ channelId, name: 'Other' }, callerIn(projectId));
    assert.deepEqual(new Set(statuses(await deliveries(channel))), new Set(['dlq receiver_error']));
    await server.channels.update({ channelId, config }, callerIn(projectId));
    await reach(channel, 'all are sent', (all) => all.every(({ status }) => status === 'sent'));
    assert.equal((await server.channels.get({ channelId }, callerIn(projectId))).health?.consecutiveFailures, 0);
  });

  it('leaves a dead letter whose failure is its own, and one that was refused', async () => {
    const channel = await createChannel();
    receiver.answer = (response, { body }) =>
      response.writeHead(body.includes('poison') ? 500 : body.includes('refused') ? 400 : 200).end();
    for (const title of ['poison', 'refused']) await notify(channel, title);
    await reach(channel, 'both were attempted', ([poison, refused]) => isTried(poison) && refused?.status === 'failed');
    aheadMs += 23 * HOUR_MS;
    await keepOpen(channel);
    await notify(channel, 'another');
    await reach(channel, 'another is sent', (rows) => rows[2]?.status === 'sent');
    aheadMs += 2 * HOUR_MS;
    await reach(channel, 'the poison is dead', ([poison]) => poison?.status === 'dlq');
    await keepOpen(channel);
    await notify(channel, 'a third');
    const rows = await reach(channel, 'the third is sent', (all) => all[3]?.status === 'sent');
    assert.deepEqual(statuses(rows), ['dlq receiver_error', 'failed rejected', 'sent', 'sent']);
  });

  it('expires deliveries that never had their turn within a day', async () => {
    const channel = await createChannel();
    answerWith(500);
    const titles = Array.from({ length: 60 }, (_, nth) => `alert ${nth}`);
    for (const title of titles) await notify(channel, title);
    await reach(
      channel,
      'the channel is closed',
      (rows) =>
        rows.length === 60 && rows.filter(isTried).length >= 5 && rows.every(({ status }) => status !== 'sending'),
    );
    aheadMs += 24 * HOUR_MS + MINUTE_MS;
    const rows = await reach(channel, 'none waits', (all) => all.every(({ status }) => status === 'dlq'));
    assert.ok(rows.some(({ reason }) => reason === 'expired'));
  });
});
