import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { api, makeKey, ok } from '../api.js';
import { noteSecret } from '../secrets.js';
import { makeProject } from '../workspace/project.js';
import { startReceiver } from './receiver.js';

describe('notification channels', () => {
  const secret = noteSecret(`whsec_${randomBytes(32).toString('base64')}`);
  let project = '';
  let key = '';
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver();
    project = (await makeProject()).id;
    key = (await makeKey(['notifications:read', 'notifications:write'], project)).secret;
  });
  afterAll(() => receiver.stop());

  const body = (more: object = {}) => ({
    type: 'webhook',
    name: `hook ${randomUUID()}`,
    config: { url: receiver.url, secret },
    ...more,
  });
  const create = async (more: object = {}): Promise<string> => {
    const answer = await api('POST', '/notifications/channels', { key, body: body(more) });
    assert.equal(answer.status, 201, answer.text);
    return answer.json['id'];
  };

  it('redacts secrets of channels on every read, and keeps those that an update leaves out', async () => {
    const id = await create();
    for (const path of [`/notifications/channels/${id}`, '/notifications/channels']) {
      const { text } = await api('GET', path, { key });
      assert.ok(!text.includes(secret) && text.includes('********'), path);
    }
    const config = { url: `${receiver.url}/two` };
    await ok('PATCH', `/notifications/channels/${id}`, { key, body: { config } });
    const delivery = await ok('POST', `/notifications/channels/${id}/test`, { key, body: {} });
    assert.equal(delivery['status'], 'sent');
    const request = receiver.received.at(-1);
    new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
  });

  it('answers the test of a channel with its delivery, which the list and get return as well', async () => {
    const id = await create();
    const tested = await ok('POST', `/notifications/channels/${id}/test`, { key, body: {} });
    const got = await ok('GET', `/notifications/deliveries/${tested['id'] as string}`, { key });
    assert.deepEqual([got['status'], got['event_type'], got['attempt_count']], ['sent', 'test', 1]);
    const { deliveries } = await ok('GET', `/notifications/deliveries?channel=${id}&status=sent`, { key });
    assert.deepEqual(
      [...deliveries].map((delivery) => delivery['id']),
      [tested['id']],
    );
    const again = await api('POST', `/notifications/deliveries/${tested['id'] as string}/redrive`, { key, body: {} });
    assert.deepEqual([again.status, again.json['error']], [409, 'state_conflict']);
  });

  it('never sends to an address that is not public, however it is written', async () => {
    for (const url of [
      'http://169.254.169.254/latest',
      'http://[::1]:1/',
      'http://10.0.0.1/',
      'http://[64:ff9b::a00:1]/',
    ]) {
      const id = await create({ config: { url, secret } });
      const delivery = await ok('POST', `/notifications/channels/${id}/test`, { key, body: {} });
      assert.deepEqual([delivery['status'], delivery['reason']], ['failed', 'blocked_address'], url);
    }
  });

  it('lets viewers read channels, and requires notifications:write to change them', async () => {
    const reader = (await makeKey(['notifications:read'], project)).secret;
    const id = await create();
    await ok('GET', `/notifications/channels/${id}`, { key: reader });
    for (const [method, path] of [
      ['POST', '/notifications/channels'],
      ['PATCH', `/notifications/channels/${id}`],
      ['DELETE', `/notifications/channels/${id}`],
      ['POST', `/notifications/channels/${id}/test`],
    ] as const)
      assert.equal(
        (await api(method, path, { key: reader, body: method === 'DELETE' ? undefined : body() })).status,
        403,
        path,
      );
  });

  it('refuses an unknown channel type and a malformed configuration by field', async () => {
    for (const [more, path] of [
      [{ type: 'pigeon' }, 'type'],
      [{ config: { url: 'x', secret } }, 'config.url'],
      [{ events: ['nonsense'] }, 'events[0]'],
      [{ time_zone: 'Mars/Base' }, 'time_zone'],
    ] as const) {
      const { status, json, text } = await api('POST', '/notifications/channels', { key, body: body(more) });
      assert.deepEqual([status, json['error'], json['details']?.[0]?.['path']], [400, 'invalid_request', path], text);
    }
  });
});
