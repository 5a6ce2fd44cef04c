import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@svc/test-servers';
import { recordEvent } from '@svc/work';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';
import { Receiver } from '../testing/receiver.js';
import { ChannelHealthRepository } from './channel-health.repository.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

describe('an unhealthy channel', () => {
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

  const create = (project: string, path: string, events: string[]) => {
    const config = { url: `${receiver.url}/${path}`, secret: SECRET };
    return server.channels.create({ type: 'webhook', name: path, config, events }, callerIn(project));
  };

  it('reports an unhealthy channel once to the other subscribed channels, never to itself', async () => {
    const project = randomUUID();
    receiver.answer = (response, { path }) => response.writeHead(path === '/broken' ? 400 : 200).end();
    const broken = await create(project, 'broken', ['issue.*', 'channel.unhealthy']);
    await create(project, 'watching', ['channel.*']);
    const { client } = server.database.relational;
    for (let nth = 0; nth < 8; nth++)
      await client.$transaction((tx) =>
        recordEvent(tx, {
          projectId: project,
          type: 'issue.new',
          subject: randomUUID(),
          occurredAt: new Date(),
          data: { title: 'Error: no' },
        }),
      );
    const reports = () => receiver.received.filter(({ path }) => path === '/watching');
    await eventually('the other channel knows', () => reports().length > 0);
    const { type, data } = JSON.parse(reports()[0]?.body ?? '') as { type: string; data: Record<string, string> };
    assert.deepEqual(
      [type, data['channel_id'], data['channel_name'], data['reason']],
      ['channel.unhealthy', broken.id, 'broken', 'rejected'],
    );
    assert.equal((await server.channels.get({ channelId: broken.id }, callerIn(project))).health?.status, 'unhealthy');
    const events = await client.domainEvent.findMany({ where: { projectId: project, type: 'channel.unhealthy' } });
    assert.equal(events.length, 1);
    const deliveries = await client.delivery.findMany({
      where: { projectId: project, eventType: 'channel.unhealthy' },
    });
    assert.deepEqual(
      deliveries.map(({ channelName }) => channelName),
      ['watching'],
    );
  });

  it('begins one episode if two processes notice it, and another one after the recovery', async () => {
    const project = randomUUID();
    const { id: channelId } = await create(project, 'flapping', []);
    const health = new ChannelHealthRepository(server.database.relational);
    const outcomes = (count: number, isSuccess: boolean) =>
      Array.from({ length: count }, () => ({ channelId, isSuccess, reason: isSuccess ? '' : 'timeout' }));
    const now = new Date();
    await Promise.all([health.record(outcomes(5, false), now), health.record(outcomes(5, false), now)]);
    await health.record(outcomes(5, true), now);
    await health.record(outcomes(5, false), now);
    const where = { projectId: project, type: 'channel.unhealthy' };
    assert.equal(await server.database.relational.client.domainEvent.count({ where }), 2);
  });
});
