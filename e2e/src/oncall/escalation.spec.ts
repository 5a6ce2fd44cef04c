import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { api, makeKey, ok, type Json } from '../api.js';
import { noteSecret } from '../secrets.js';
import { newPerson } from '../workspace/person.js';
import { makeProject } from '../workspace/project.js';

describe('escalation policies', () => {
  let key = '';
  let reader = '';
  let [userId, scheduleId, channelId]: string[] = [];
  beforeAll(async () => {
    const project = (await makeProject()).id;
    key = (await makeKey(['escalation:read', 'escalation:write', 'oncall:read', 'oncall:write'], project)).secret;
    reader = (await makeKey(['escalation:read'], project)).secret;
    userId = (await newPerson('ROLE_MEMBER')).userId;
    const layers = [{ name: 'day', users: [userId], rotation_length: '1d', start_at: '2026-01-01T00:00:00Z' }];
    const schedule = await ok('POST', '/oncall/schedules', { key, body: { name: 'Primary', layers } });
    scheduleId = schedule['id'];
    const secret = noteSecret(`whsec_${randomBytes(32).toString('base64')}`);
    const channel = { type: 'webhook', name: 'Ops', config: { url: 'https://example.com/hook', secret } };
    channelId = String((await ok('POST', `/notifications/channels?project_id=${project}`, { body: channel }))['id']);
  });

  const body = (more: object = {}) => ({
    name: 'Checkout',
    levels: [
      { level: 1, delay: '5m', schedules: [scheduleId], channels: [channelId] },
      { level: 2, delay: '10m', users: [userId], channels: [channelId] },
    ],
    max_escalations: 2,
    ...more,
  });
  const create = async (): Promise<string> => {
    const answer = await api('POST', '/escalation-policies', { key, body: body() });
    assert.equal(answer.status, 201, answer.text);
    return answer.json['id'];
  };

  it('replaces an escalation policy as a whole, with versions, lists and deletes it', async () => {
    const id = await create();
    const changed = body({ max_escalations: 5, ack_timeout: '30m', expected_version: 1 });
    const replaced = await ok('PUT', `/escalation-policies/${id}`, { key, body: changed });
    assert.deepEqual([replaced['max_escalations'], replaced['ack_timeout'], replaced['version']], [5, '30m', 2]);
    assert.equal((await api('PUT', `/escalation-policies/${id}`, { key, body: changed })).status, 409);
    const { escalation_policies: policies } = await ok('GET', '/escalation-policies', { key: reader });
    assert.deepEqual(
      [...(policies as Json[])].find((policy) => policy['id'] === id),
      replaced,
    );
    assert.equal((await api('DELETE', `/escalation-policies/${id}`, { key: reader })).status, 403);
    assert.equal((await api('DELETE', `/escalation-policies/${id}`, { key })).status, 204);
    assert.equal((await api('GET', `/escalation-policies/${id}`, { key })).status, 404);
  });

  it('shows in a dry run who is paged when, and keeps the schedules of a policy from being deleted', async () => {
    const id = await create();
    const path = `/escalation-policies/${id}/dry-run?at=2026-12-24T18:00:00Z`;
    const plan = await ok('GET', path, { key: reader });
    assert.deepEqual(
      [...(plan['steps'] as Json[])].map((step) => [
        step['at'],
        step['pass'],
        step['level'],
        step['channels'],
        step['missed']?.[0]?.['id'],
      ]),
      [
        ['2026-12-24T18:00:00Z', 1, 1, [channelId], userId],
        ['2026-12-24T18:05:00Z', 1, 2, [channelId], userId],
        ['2026-12-24T18:15:00Z', 2, 1, [channelId], userId],
        ['2026-12-24T18:20:00Z', 2, 2, [channelId], userId],
      ],
    );
    // The member has no contact method.
    assert.equal(plan['steps'][0]['missed'][0]['reason'], 'no_contact_method');
    assert.deepEqual([plan['ended_at'], plan['end_reason']], ['2026-12-24T18:30:00Z', 'exhausted']);
    const stopped = await ok('GET', `${path}&acknowledged_at=2026-12-24T18:05:00Z`, { key: reader });
    assert.deepEqual([(stopped['steps'] as Json[]).length, stopped['end_reason']], [1, 'acknowledged']);
    const refused = await api('DELETE', `/oncall/schedules/${scheduleId}`, { key });
    assert.deepEqual([refused.status, refused.json['error']], [409, 'state_conflict']);
    assert.ok((refused.json['message'] as string).includes(id));
  });

  it('refuses an invalid escalation policy by field', async () => {
    for (const [more, path] of [
      [{ levels: [] }, 'levels'],
      [{ levels: [{ level: 2, users: [userId] }] }, 'levels[0].level'],
      [{ levels: [{ level: 1, users: ['x'] }] }, 'levels[0].users[0]'],
      [{ levels: [{ level: 1, channels: ['x'] }] }, 'levels[0].channels[0]'],
      [{ levels: [{ level: 1, delay: '0m', users: [userId] }] }, 'levels[0].delay'],
      [{ max_escalations: 0 }, 'max_escalations'],
    ] as const) {
      const { status, json, text } = await api('POST', '/escalation-policies', { key, body: body(more) });
      assert.deepEqual([status, json['details']?.[0]?.['path']], [400, path], text);
    }
  });
});
