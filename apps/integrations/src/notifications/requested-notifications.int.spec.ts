import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@svc/test-servers';
import {
  requestNotification,
  withdrawNotifications,
  type NotificationRequest,
  type Subject,
  type WithdrawalReason,
} from '@svc/work';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';
import { createMember, createProject } from '../testing/members.js';
import { Receiver } from '../testing/receiver.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

describe('requested notifications', () => {
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
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = (response) => response.end('ok');
  });

  const client = () => server.database.relational.client;
  const incident = (): Subject => `incident/${randomUUID()}`;
  const request = (projectId: string, more: Partial<NotificationRequest> = {}) =>
    client().$transaction((tx) =>
      requestNotification(tx, {
        projectId,
        dedupeKey: randomUUID(),
        type: 'page',
        subject: incident(),
        occurredAt: new Date(),
        content: { title: 'Checkout fails', severity: 'critical' },
        urgency: 'critical',
        channelIds: [],
        userIds: [],
        onlyWhileWanted: true,
        ...more,
      }),
    );
  const withdraw = (projectId: string, subject: Subject, reason: WithdrawalReason) =>
    client().$transaction((tx) => withdrawNotifications(tx, { projectId, subject, reason, at: new Date() }));
  const webhook = async (projectId: string): Promise<string> => {
    const config = { url: `${receiver.url}/hook`, secret: SECRET };
    const { id } = await server.channels.create({ type: 'webhook', name: randomUUID(), config }, callerIn(projectId));
    return id;
  };
  const finished = (projectId: string, count: number) =>
    eventually('the deliveries are final', async () => {
      const { deliveries } = await server.deliveries.list({}, callerIn(projectId));
      const isFinal = ({ status }: { status: string }) => ['sent', 'failed', 'suppressed'].includes(status);
      return deliveries.length >= count && deliveries.every(isFinal) && deliveries;
    });

  it('sends a notification to its channels once, and lists it by subject', async () => {
    const project = randomUUID();
    const channel = await webhook(project);
    const subject = incident();
    await request(project, { channelIds: [channel, channel], subject });
    const [delivery, ...others] = await finished(project, 1);
    assert.equal(others.length, 0);
    assert.deepEqual([delivery?.status, delivery?.eventType, delivery?.subject], ['sent', 'page', subject]);
    const { deliveries } = await server.deliveries.list({ incident: subject.slice(9) }, callerIn(project));
    assert.deepEqual(
      deliveries.map(({ id }) => id),
      [delivery?.id],
    );
    assert.equal(receiver.received.length, 1);
  });

  it('suppresses a notification with a repeated key as a duplicate', async () => {
    const project = randomUUID();
    const channelIds = [await webhook(project)];
    await request(project, { channelIds, dedupeKey: 'incident 1, level 1' });
    await request(project, { channelIds, dedupeKey: 'incident 1, level 1' });
    const deliveries = await finished(project, 2);
    assert.deepEqual(deliveries.map(({ status, reason }) => `${status} ${reason}`).toSorted(), [
      'sent ',
      'suppressed duplicate',
    ]);
  });

  it('repeats no withdrawn notification, unlike those that are always wanted and later ones', async () => {
    const project = randomUUID();
    const channelIds = [await webhook(project)];
    const subject = incident();
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end();
    await request(project, { channelIds, subject });
    await eventually('the first attempt was made', () => receiver.received.length > 0);
    receiver.answer = (response) => response.end();
    await withdraw(project, subject, 'acknowledged');
    const attempts = receiver.received.length;
    await request(project, { channelIds, subject, type: 'incident.acknowledged', onlyWhileWanted: false });
    await request(project, { channelIds, subject, content: { title: 'Again', severity: 'critical' } });
    const deliveries = await finished(project, 3);
    assert.deepEqual(
      deliveries.map(({ eventType, status, reason }) => `${eventType} ${status} ${reason}`),
      ['page sent ', 'incident.acknowledged sent ', 'page suppressed acknowledged'],
    );
    assert.equal(receiver.received.length, attempts + 2);
  });

  it('never sends a waiting notification that was withdrawn, even before the withdrawal was read', async () => {
    const project = randomUUID();
    const channelIds = [await webhook(project)];
    const subject = incident();
    await client().$transaction(async (tx) => {
      const page: NotificationRequest = {
        projectId: project,
        dedupeKey: 'd',
        type: 'page',
        subject,
        occurredAt: new Date(),
        content: { title: 'T', severity: 'critical' },
        urgency: 'critical',
        channelIds,
        userIds: [],
        onlyWhileWanted: true,
      };
      await requestNotification(tx, page);
      await withdrawNotifications(tx, { projectId: project, subject, reason: 'resolved', at: new Date() });
    });
    const [delivery] = await finished(project, 1);
    assert.deepEqual([delivery?.status, delivery?.reason], ['suppressed', 'resolved']);
    assert.equal(receiver.received.length, 0);
  });

  it('records notifications that were requested while silenced, without sending them', async () => {
    const project = randomUUID();
    const silences = [randomUUID(), randomUUID()];
    const content = { title: 'T', severity: 'critical' as const, silence_ids: silences };
    await request(project, { channelIds: [await webhook(project)], suppressedBecause: 'silenced', content });
    const [delivery] = await finished(project, 1);
    assert.deepEqual([delivery?.status, delivery?.reason], ['suppressed', 'silenced']);
    const { deliveries } = await server.deliveries.list({ status: ['suppressed'] }, callerIn(project));
    assert.deepEqual(
      deliveries.map(({ silenceIds }) => silenceIds),
      [silences],
    );
  });

  it('names the silences that withdrew a notification, and none for another reason', async () => {
    const project = randomUUID();
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end();
    const channelIds = [await webhook(project)];
    const [silenced, resolved] = [incident(), incident()];
    for (const subject of [silenced, resolved]) await request(project, { channelIds, subject });
    await eventually('both were attempted', () => receiver.received.length === 2);
    const silenceIds = [randomUUID()];
    const withdrawal = { projectId: project, at: new Date() };
    await client().$transaction(async (tx) => {
      await withdrawNotifications(tx, { ...withdrawal, subject: silenced, reason: 'silenced', silenceIds });
      await withdrawNotifications(tx, { ...withdrawal, subject: resolved, reason: 'resolved' });
    });
    const deliveries = await finished(project, 2);
    assert.deepEqual(
      new Map(deliveries.map((delivery) => [delivery.reason, delivery.silenceIds])),
      new Map([
        ['silenced', silenceIds],
        ['resolved', []],
      ]),
    );
  });

  it('reaches members through a channel of the type of each contact method, or records the reason', async () => {
    const project = await createProject(client());
    const config = { url: `${receiver.url}/sms`, to: ['+4930000000'] };
    await server.channels.create({ type: 'sms', name: 'Texts', config }, callerIn(project.id));
    const ada = await createMember(client(), project, [
      { type: 'sms', value: '+491701234567' },
      { type: 'phone', value: '+491701234567' },
      { type: 'email', value: 'ada@example.com' },
    ]);
    const without = await createMember(client(), project, []);
    const stranger = randomUUID();
    await request(project.id, { userIds: [ada, without, stranger] });
    const deliveries = await finished(project.id, 4);
    const receipts = deliveries.map(({ userId, channelType, status, reason }) =>
      [{ [ada]: 'ada', [without]: 'without', [stranger]: 'stranger' }[userId ?? ''], channelType, status, reason].join(
        ' ',
      ),
    );
    assert.deepEqual(receipts.toSorted(), [
      'ada phone failed no_channel',
      'ada sms sent ',
      'stranger  failed not_a_member',
      'without  failed no_contact_method',
    ]);
    const body = JSON.parse(receiver.received[0]?.body ?? '') as { to: string; text: string };
    assert.equal(body.to, '+491701234567');
    assert.match(body.text, /^Page: Checkout fails/);
    const rows = await client().delivery.findMany({ where: { projectId: project.id } });
    assert.ok(!rows.some((row) => JSON.stringify(row.attempts).includes('+49') || row.title.includes('+49')));
  });

  it('sends e-mail to verified addresses only, without a channel', async () => {
    const project = await createProject(client());
    const verified = await createMember(client(), project, [
      { type: 'email', value: 'ada@example.com', verifiedAt: new Date() },
    ]);
    await request(project.id, { userIds: [verified] });
    const [delivery] = await finished(project.id, 1);
    // The specs have no mail server.
    assert.deepEqual(
      [delivery?.channelType, delivery?.channelId, delivery?.status, delivery?.reason],
      ['email', '', 'failed', 'configuration'],
    );
  });

  it('sends nothing to a contact method that was removed in the meantime', async () => {
    const project = await createProject(client());
    const config = { url: `${receiver.url}/sms`, to: ['+4930000000'] };
    await server.channels.create({ type: 'sms', name: 'Texts', config }, callerIn(project.id));
    const member = await createMember(client(), project, [{ type: 'sms', value: '+491701234567' }]);
    receiver.answer = (response) => response.writeHead(503).end();
    await request(project.id, { userIds: [member] });
    await eventually('the first attempt was made', () => receiver.received.length > 0);
    await client().contactMethod.deleteMany({ where: { principalId: member } });
    receiver.answer = (response) => response.end();
    const [delivery] = await finished(project.id, 1);
    assert.deepEqual([delivery?.status, delivery?.reason], ['failed', 'contact_removed']);
  });
});
