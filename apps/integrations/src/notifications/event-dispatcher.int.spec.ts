import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually, settle } from '@svc/test-servers';
import { recordEvent, type DomainEventType } from '@svc/work';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';
import { Receiver } from '../testing/receiver.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

describe('EventDispatcher', () => {
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

  const subscribe = (project: string, events: string[], name: string = randomUUID()) => {
    const config = { url: `${receiver.url}/${name}`, secret: SECRET };
    return server.channels.create({ type: 'webhook', name, config, events }, callerIn(project));
  };
  const event = (projectId: string, type: DomainEventType, subject: string = randomUUID()) => ({
    projectId,
    type,
    subject,
    occurredAt: new Date(),
    data: { id: subject, title: 'TypeError: x is not a function', culprit: 'pay (cart.ts)', level: 'error' },
  });
  const record = (recorded: ReturnType<typeof event>) =>
    server.database.relational.client.$transaction((tx) => recordEvent(tx, recorded));
  const arrived = () =>
    receiver.received.map(({ path, body }) => `${path.slice(1)} ${(JSON.parse(body) as { type: string }).type}`);

  it('sends an event to the channels of its project that are subscribed to it or to its family', async () => {
    const [project, other] = [randomUUID(), randomUUID()];
    await subscribe(project, ['issue.new'], 'new');
    await subscribe(project, ['issue.*'], 'family');
    await subscribe(project, ['release.deployed'], 'releases');
    await subscribe(project, [], 'none');
    await subscribe(other, ['issue.*'], 'other');
    await record(event(project, 'issue.new'));
    await record(event(project, 'issue.resolved'));
    await eventually('all have arrived', () => receiver.received.length >= 3);
    await record(event(project, 'release.deployed'));
    await eventually('the release has arrived', () => receiver.received.length >= 4);
    assert.deepEqual(arrived().toSorted(), [
      'family issue.new',
      'family issue.resolved',
      'new issue.new',
      'releases release.deployed',
    ]);
    const [sent] = receiver.received.filter(({ path }) => path === '/new');
    const { data } = JSON.parse(sent?.body ?? '{}') as { data: { title: string } };
    assert.equal(data.title, 'TypeError: x is not a function');
  });

  it('misses no event of a transaction that commits after later ones, and sends none that is rolled back', async () => {
    const project = randomUUID();
    await subscribe(project, ['issue.*'], 'late');
    const { client } = server.database.relational;
    const recorded = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const slow = client.$transaction(
      async (tx) => {
        await recordEvent(tx, event(project, 'issue.new'));
        recorded.resolve();
        await commit.promise;
      },
      { timeout: 60_000 },
    );
    // Only then it is the earlier transaction.
    await recorded.promise;
    await record(event(project, 'issue.resolved'));
    const failing = client.$transaction(async (tx) => {
      await recordEvent(tx, event(project, 'issue.escalating'));
      throw new Error('rolled back');
    });
    await assert.rejects(failing, /rolled back/);
    await settle('the later transaction must not overtake the one before it', 1_500);
    assert.deepEqual(arrived(), []);
    commit.resolve();
    await slow;
    await eventually('both have arrived', () => receiver.received.length >= 2);
    assert.deepEqual(arrived().toSorted(), ['late issue.new', 'late issue.resolved']);
  });

  it('sends each event once while several processes dispatch and one stops', async () => {
    const project = randomUUID();
    await subscribe(project, ['issue.*'], 'many');
    const others = [
      await startIntegrations(undefined, server.database),
      await startIntegrations(undefined, server.database),
    ];
    try {
      for (let nth = 0; nth < 60; nth++) {
        await record(event(project, 'issue.new'));
        if (nth === 30) await others.pop()?.stop();
      }
      await eventually('all have arrived', () => new Set(ids()).size === 60);
      // Deliveries that the other dispatchers still send arrive before they have stopped.
      for (const other of others.splice(0)) await other.stop();
      await record(event(project, 'issue.new'));
      await eventually('a later one has arrived', () => new Set(ids()).size === 61);
      assert.equal(ids().length, 61);
    } finally {
      for (const other of others) await other.stop();
    }
  });

  const ids = (): unknown[] => receiver.received.map(({ headers }) => headers['webhook-id']);
});
