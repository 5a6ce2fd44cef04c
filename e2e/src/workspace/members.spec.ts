import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { theService } from '../topology.js';
import { newOwner, newPerson, signIn } from './person.js';

const setRole = (userId: string, role: string) => api('PATCH', `/account/members/${userId}`, { body: { role } });
const remove = (userId: string) => api('DELETE', `/account/members/${userId}`);

describe('members', () => {
  it('keeps the last owner, even with concurrent requests', async () => {
    const owner = await signIn(theService().owner);
    const owners = await Promise.all(Array.from({ length: 3 }, () => newOwner(owner)));
    const answers = await Promise.all(
      owners.flatMap(({ userId }) => [
        owner.request('DELETE', `/account/members/${userId}`),
        owner.request('PATCH', `/account/members/${userId}`, { role: 'ROLE_ADMIN' }),
      ]),
    );
    assert.ok(answers.every(({ status }) => [200, 204, 404].includes(status)));
    const { members } = await ok('GET', '/account/members');
    const [last, ...others] = [...(members as Json[])].filter(({ role }) => (role as string) === 'ROLE_OWNER');
    assert.deepEqual([last?.['email'], others], [theService().owner.email, []]);
    const path = `/account/members/${String(last?.['user_id'])}`;
    for (const answer of [
      await owner.request('DELETE', path),
      await owner.request('PATCH', path, { role: 'ROLE_MEMBER' }),
    ]) {
      assert.deepEqual([answer.status, answer.json['error']], [409, 'last_owner']);
    }
  });

  it('lets a signed-in owner and no API key change owners', async () => {
    const owner = await signIn(theService().owner);
    const other = await newOwner(owner);
    const admin = await newPerson('ROLE_ADMIN');
    for (const answer of [
      await setRole(admin.userId, 'ROLE_OWNER'),
      await setRole(other.userId, 'ROLE_ADMIN'),
      await remove(other.userId),
      await api('POST', '/invitations', { body: { email: `${randomUUID()}@example.com`, role: 'ROLE_OWNER' } }),
    ]) {
      assert.deepEqual([answer.status, answer.json['error']], [403, 'permission_denied']);
    }
    assert.equal((await owner.request('DELETE', `/account/members/${other.userId}`)).status, 204);
  });

  it('revokes keys with the membership of their creator, at every interface', async () => {
    const person = await newPerson('ROLE_ADMIN');
    const browser = await signIn(person);
    const made = await browser.request('POST', '/account/api-keys', {
      name: 'hers',
      scopes: ['api_keys:read', 'account:read', 'telemetry:write'],
      project_id: await defaultProjectId(),
    });
    assert.equal(made.status, 201, made.text);
    const key: string = made.json['secret'];
    const send = () =>
      fetch(`${theService().ingestUrl}/v1/logs`, {
        method: 'POST',
        headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
        body: '{}',
      });
    assert.equal((await api('GET', '/account/api-keys', { key })).status, 200);
    assert.equal((await send()).status, 200);
    assert.equal((await setRole(person.userId, 'ROLE_VIEWER')).status, 200);
    await eventually(
      'the scope of the old role is gone',
      async () => (await api('GET', '/account/api-keys', { key })).status === 403,
    );
    await eventually('ingestion refuses a viewer', async () => (await send()).status === 403);
    assert.equal((await remove(person.userId)).status, 204);
    for (const [what, refused] of [
      ['the gateway refuses the key', async () => (await api('GET', '/account', { key })).status === 401],
      ['ingestion refuses the key', async () => (await send()).status === 401],
      ['the gateway refuses the session', async () => (await browser.request('GET', '/account')).status === 401],
    ] as const) {
      await eventually(what, refused);
    }
  });

  it('returns the generic 404 for unknown members, and 400 for invalid roles', async () => {
    const unknown = await remove(randomUUID());
    assert.deepEqual([unknown.status, unknown.json['error']], [404, 'not_found']);
    const person = await newPerson('ROLE_MEMBER');
    const refused = await setRole(person.userId, 'ROLE_SENTINEL');
    assert.equal(refused.status, 400);
    assert.ok(!refused.text.includes('SENTINEL'));
  });

  it('lists members, changes a role, and removes only with --yes by svc members', async () => {
    const { userId, email } = await newPerson('ROLE_MEMBER');
    const { members } = await json(['members', 'list']);
    assert.ok((members as Json[]).some((row) => (row['email'] as string) === email));
    assert.equal((await json(['members', 'set-role', userId, 'ROLE_ADMIN']))['role'], 'ROLE_ADMIN');
    assert.equal((await svc(['members', 'remove', userId])).code, 2);
    assert.equal((await json(['members', 'remove', userId, '--yes']))['removed'], true);
    assert.equal((await svc(['members', 'remove', userId, '--yes'])).code, 5);
  });
});
