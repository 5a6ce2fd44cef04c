import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey, ok } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { noteSecret } from '../secrets.js';
import { newPerson } from './person.js';

const PASSWORD = noteSecret(`correct horse ${randomUUID()}`);
const invite = (body: object = {}) =>
  ok('POST', '/invitations', { body: { email: `${randomUUID()}@example.com`, ...body } });
const accept = (token: unknown) =>
  api('POST', '/invitations/accept', { key: null, body: { token, name: 'Ada', password: PASSWORD } });

describe('invitations', () => {
  it('accepts an invitation once for many racing clients, without a credential', async () => {
    const { token } = await invite();
    const answers = await Promise.all(Array.from({ length: 12 }, () => accept(token)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const winner = answers.find(({ status }) => status === 200);
    assert.equal(winner?.json['role'], 'ROLE_MEMBER');
  });

  it('moves invitations through their states: pending, accepted, revoked', async () => {
    const open = await invite({ role: 'ROLE_ADMIN' });
    const revoked = await invite();
    assert.equal((await api('DELETE', `/invitations/${revoked['id'] as string}`)).status, 204);
    assert.equal((await accept(revoked['token'])).json['error'], 'state_conflict');
    const listed = async (status: string) => (await api('GET', `/invitations?status=${status}`)).text;
    assert.ok((await listed('pending')).includes(open['id']));
    assert.ok((await listed('revoked')).includes(revoked['id']));
    assert.equal((await accept(open['token'])).json['role'], 'ROLE_ADMIN');
    assert.ok((await listed('accepted')).includes(open['id']));
    assert.ok(!(await listed('')).includes(open['token']));
  });

  it('refuses an invitation of an existing member or invitee with 409, and an invalid token with 404', async () => {
    const { email } = await newPerson('ROLE_VIEWER');
    const again = await api('POST', '/invitations', { body: { email } });
    assert.deepEqual([again.status, again.json['error']], [409, 'already_exists']);
    assert.equal((await accept('nonsense')).status, 404);
  });

  it('requires the scope for invitations', async () => {
    const { secret } = await makeKey(['invitations:read']);
    const refused = await api('POST', '/invitations', { key: secret, body: { email: 'a@example.com' } });
    assert.deepEqual([refused.status, refused.json['error']], [403, 'permission_denied']);
  });

  it('creates, lists and revokes with --yes by svc invitations', async () => {
    const email = `${randomUUID()}@example.com`;
    const made = await json(['invitations', 'create', email, '--role', 'ROLE_VIEWER']);
    assert.deepEqual([made['email'], made['role'], made['status']], [email, 'ROLE_VIEWER', 'pending']);
    const { invitations } = await json(['invitations', 'list', '--status', 'pending']);
    const id = String(made['id']);
    assert.ok((invitations as Record<string, unknown>[]).some((row) => row['id'] === id));
    assert.equal((await svc(['invitations', 'revoke', id])).code, 2);
    assert.equal((await json(['invitations', 'revoke', id, '--yes']))['revoked'], true);
  });
});

describe('contact methods', () => {
  it('adds, lists and deletes with --yes by svc oncall contact-methods', async () => {
    const value = `${randomUUID()}@example.com`;
    const added = await json([
      'oncall',
      'contact-methods',
      'add',
      '--type',
      'email',
      '--value',
      value,
      '--label',
      'work',
    ]);
    assert.deepEqual([added['value'], added['label'], added['status']], [value, 'work', 'unverified']);
    // The suite runs without a mail server.
    assert.match(String(added['warnings']), /SVC_SMTP_URL is not set/);
    const id = String(added['id']);
    const { contact_methods } = await json(['oncall', 'contact-methods', 'list']);
    assert.ok((contact_methods as Record<string, unknown>[]).some((row) => row['id'] === id));
    assert.equal((await svc(['oncall', 'contact-methods', 'delete', id])).code, 2);
    assert.equal((await json(['oncall', 'contact-methods', 'delete', id, '--yes']))['deleted'], true);
    const gone = await api('DELETE', `/users/me/contact-methods/${id}`);
    assert.equal(gone.status, 404);
  });

  it('refuses a contact method that cannot be delivered to, naming the field', async () => {
    for (const [type, value] of [
      ['email', 'sentinel'],
      ['sms', '0170 sentinel'],
      ['pigeon', 'x'],
    ]) {
      const answer = await api('POST', '/users/me/contact-methods', { body: { type, value } });
      assert.equal(answer.status, 400);
      assert.ok(!answer.text.includes('sentinel'));
    }
    assert.equal((await svc(['oncall', 'contact-methods', 'add', '--type', 'email'])).code, 2);
  });

  it('limits contact methods to the caller that users/me returns', async () => {
    const me = await ok('GET', '/users/me');
    assert.equal(me['type'], 'api_key');
    assert.equal(me['role'], 'ROLE_OWNER');
  });
});
