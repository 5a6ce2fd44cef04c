import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Project } from '@svc/relational';
import { eventually } from '@svc/test-servers';
import {
  requestNotification,
  withdrawNotifications,
  type NotificationRequest,
  type Severity,
  type Subject,
} from '@svc/work';
import { callerIn, startIntegrations, type IntegrationsServer } from '../../testing/integrations-server.js';
import { createMember } from '../../testing/members.js';
import { Receiver } from '../../testing/receiver.js';

/** Number of waiting deliveries, more than one read returns. */
const STORM = 1_500;
const NUMBER = '+4930901820';

describe('pages to a contact method', () => {
  let server: IntegrationsServer;
  let receiver: Receiver;
  let project: Project;
  let ada: string;
  beforeAll(async () => {
    server = await startIntegrations();
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.answer = (response) => response.end('ok');
    const { id: organizationId } = await client().organization.create({ data: { name: 'Shop' } });
    project = await client().project.create({ data: { organizationId, name: 'Shop', slug: randomUUID() } });
    ada = await createMember(client(), project, [{ type: 'sms', value: NUMBER }]);
    const config = { url: `${receiver.url}/sms`, to: [NUMBER] };
    await server.channels.create({ type: 'sms', name: 'Text messages', config }, callerIn(project.id));
  });

  const client = () => server.database.relational.client;
  const request = (title: string, urgency: Severity = 'critical', subject: Subject = `alert/${randomUUID()}`) =>
    ({
      projectId: project.id,
      dedupeKey: randomUUID(),
      type: 'page',
      subject,
      occurredAt: new Date(),
      content: { title, severity: urgency },
      urgency,
      channelIds: [],
      userIds: [ada],
      onlyWhileWanted: true,
    }) satisfies NotificationRequest;
  const send = (requests: readonly NotificationRequest[]) =>
    client().$transaction(
      async (tx) => {
        for (const each of requests) await requestNotification(tx, each);
      },
      { timeout: 120_000 },
    );
  const deliveries = () =>
    client().delivery.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } });
  const texts = (): string[] =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text.split('\n')[0] ?? '');
  /** Deliveries that wait for a rate limit are not due yet. */
  const settled = (count: number) =>
    eventually('the deliveries are sent, folded or held', async () => {
      const rows = await deliveries();
      const isSettled = rows.every(
        ({ status, nextAttemptAt }) =>
          ['sent', 'suppressed'].includes(status) ||
          (status === 'pending' && nextAttemptAt && nextAttemptAt > new Date()),
      );
      return rows.length === count && isSettled && rows;
    });

  it('sends the first critical page of a storm first, and the others as a few messages with counts', async () => {
    const storm = Array.from({ length: STORM }, (_, index) => request(`Alert ${index + 1}`));
    await send(storm);
    const rows = await settled(STORM);
    assert.match(texts()[0] ?? '', /^Page: Alert 1\b/);
    const sent = rows.filter(({ status }) => status === 'sent');
    assert.ok(sent.length <= 6, `${sent.length} messages`);
    assert.equal(receiver.received.length, sent.length);
    const bundled = rows.filter(({ reason }) => reason === 'bundled');
    const held = rows.filter(({ status }) => status === 'pending');
    assert.equal(sent.length + bundled.length + held.length, STORM);
    const carriers = new Map(rows.map((row) => [row.id, row]));
    assert.ok(bundled.every(({ carriedBy }) => carriers.get(carriedBy ?? '')?.status === 'sent'));
    for (const [index, { id }] of sent.entries()) {
      const carried = bundled.filter(({ carriedBy }) => carriedBy === id).length;
      if (carried > 0) assert.ok(texts()[index]?.endsWith(`(+${carried} more)`), texts()[index]);
    }
  });

  it('sends the first critical page of a subject without waiting for a rate limit, unlike others', async () => {
    await send([request('Nobody buys', 'warning')]);
    await settled(1);
    await send([request('Disk is full', 'warning')]);
    await settled(2);
    await send([request('Checkout is down')]);
    await settled(3);
    assert.deepEqual(texts(), ['Page: Nobody buys', 'Page: Checkout is down']);
  });

  it('queues folded pages separately again when the page that carries them is withdrawn', async () => {
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end();
    const requests = ['One', 'Two', 'Three', 'Four'].map((title) => request(title));
    await send(requests);
    await eventually('the first attempt was made', () => receiver.received.length > 0);
    const [carrier] = await deliveries();
    receiver.answer = (response) => response.end('ok');
    const [one, two] = requests;
    const withdraw = (subject: Subject) =>
      client().$transaction((tx) =>
        withdrawNotifications(tx, { projectId: project.id, subject, reason: 'acknowledged', at: new Date() }),
      );
    // First one that is carried, then the one that carries it.
    await withdraw(two?.subject ?? 'alert/');
    await withdraw(one?.subject ?? 'alert/');
    const rows = await eventually('nothing is due', async () => {
      const found = await deliveries();
      return found.every(({ status }) => ['sent', 'suppressed'].includes(status)) && found;
    });
    assert.deepEqual(
      rows.map(({ status, reason }) => `${status} ${reason}`),
      ['suppressed acknowledged', 'suppressed acknowledged', 'sent ', 'sent '],
    );
    assert.ok(rows.every(({ carriedBy }) => carriedBy !== carrier?.id));
    assert.deepEqual(texts().slice(1).toSorted(), ['Page: Four', 'Page: Three']);
  });
});
