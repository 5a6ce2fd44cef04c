import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ROLES, generateApiKey } from '@svc/auth';
import { signInMember } from '../../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../../testing/gateway.js';
import { MailServer } from '../../testing/mail-server.js';
import { hashPassword } from '../users/password.js';

const INVITATIONS = '/api/v1/invitations';
const PASSWORD = 'correct horse battery';
const DAY_MS = 24 * 3_600_000;

describe('invitations without a mail server', () => {
  let gateway: GatewayUnderTest;
  let key: string;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    key = gateway.workspace.ownerKey;
  });
  afterAll(() => gateway.stop());

  const newEmail = () => `${randomUUID()}@example.com`;
  const invite = (body: object, by = key) => gateway.send(INVITATIONS, { method: 'POST', key: by, body });
  const accept = (token: unknown, changes: object = {}) =>
    gateway.send(`${INVITATIONS}/accept`, {
      method: 'POST',
      body: { token, name: 'Ada', password: PASSWORD, ...changes },
    });
  const revoke = (id: unknown, by = key) => gateway.send(`${INVITATIONS}/${String(id)}`, { method: 'DELETE', key: by });
  const readStatus = async (id: unknown): Promise<string | undefined> => {
    const { json } = await gateway.send(INVITATIONS, { key });
    return (json.invitations as Record<string, string>[]).find((row) => row.id === id)?.status;
  };
  const refusedWith = (answer: Answer, status: number, error: string): void =>
    assert.deepEqual([answer.status, answer.json.error], [status, error], answer.text);

  it('returns the token to the inviter once, and stores it nowhere', async () => {
    const { status, json } = await invite({ email: 'Grace@Example.com', role: 'ROLE_ADMIN' });
    assert.equal(status, 201);
    assert.deepEqual([json.email, json.role, json.status], ['grace@example.com', 'ROLE_ADMIN', 'pending']);
    const token = String(json.token);
    assert.ok(String(json.accept_url).endsWith(`/invitations/accept?token=${token}`));
    const row = await gateway.workspace.relational.client.invitation.findUniqueOrThrow({
      where: { id: String(json.id) },
    });
    assert.doesNotMatch(JSON.stringify(row), new RegExp(token));
    assert.doesNotMatch((await gateway.send(INVITATIONS, { key })).text, /token|accept_url/);
  });

  it('creates a member with the role, whose default is ROLE_MEMBER', async () => {
    const email = newEmail();
    const { json } = await invite({ email });
    const accepted = await accept(json.token, { name: '  Ada Lovelace ' });
    assert.equal(accepted.status, 200, accepted.text);
    assert.deepEqual(
      [accepted.json.email, accepted.json.name, accepted.json.role],
      [email, 'Ada Lovelace', 'ROLE_MEMBER'],
    );
    const { json: listed } = await gateway.send('/api/v1/account/members', { key });
    assert.ok((listed.members as Record<string, string>[]).some(({ user_id }) => user_id === accepted.json.user_id));
    assert.equal(await readStatus(json.id), 'accepted');
    assert.deepEqual([accepted.json.version, accepted.json.created_by], [1, json.invited_by]);
    refusedWith(await invite({ email }), 409, 'already_exists');
  });

  it('lets exactly one of many clients accept an invitation', async () => {
    const email = newEmail();
    const { json } = await invite({ email });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => accept(json.token, { name: `Client ${index}` })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const answer of answers) if (answer.status !== 200) assert.ok([401, 409].includes(answer.status), answer.text);
    assert.equal(await gateway.workspace.relational.client.membership.count({ where: { user: { email } } }), 1);
  });

  it('lets exactly one of many inviters invite the same person', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite({ email })));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(answers.filter(({ json }) => json.error === 'already_exists').length, 9);
  });

  it('either accepts or revokes an invitation when both happen at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { json } = await invite({ email: newEmail() });
      const [accepted, revoked] = await Promise.all([accept(json.token), revoke(json.id)]);
      const state = await readStatus(json.id);
      assert.deepEqual([accepted.status, revoked.status], state === 'accepted' ? [200, 409] : [409, 204]);
    }
  });

  it('refuses a revoked invitation, and allows a second revocation', async () => {
    const { json } = await invite({ email: newEmail() });
    assert.equal((await revoke(json.id)).status, 204);
    assert.equal((await revoke(json.id)).status, 204);
    refusedWith(await accept(json.token), 409, 'state_conflict');
    assert.equal(await readStatus(json.id), 'revoked');
  });

  it('refuses an invitation after seven days, when the person can be invited again', async () => {
    const email = newEmail();
    const { json } = await invite({ email });
    gateway.workspace.advance(7 * DAY_MS);
    refusedWith(await accept(json.token), 409, 'state_conflict');
    refusedWith(await revoke(json.id), 409, 'state_conflict');
    assert.equal(await readStatus(json.id), 'expired');
    assert.equal((await invite({ email })).status, 201);
  });

  it('lists invitations by their status', async () => {
    for (const status of ['pending', 'accepted', 'revoked', 'expired']) {
      const { json } = await gateway.send(`${INVITATIONS}?status=${status}`, { key });
      const rows = json.invitations as Record<string, string>[];
      assert.ok(rows.length > 0, status);
      assert.ok(rows.every((row) => row.status === status));
    }
    const wrong = await gateway.send(`${INVITATIONS}?status=sentinel`, { key });
    refusedWith(wrong, 400, 'invalid_request');
    assert.doesNotMatch(wrong.text, /sentinel/);
  });

  it('refuses invalid tokens with the generic 404', async () => {
    for (const token of ['x', generateApiKey('invitation').secret, gateway.workspace.ownerKey]) {
      refusedWith(await accept(token), 404, 'not_found');
    }
  });

  it('refuses bad input naming the field and not the value', async () => {
    const attempts: [Promise<Answer>, string][] = [
      [invite({ email: 'sentinel' }), 'email'],
      [invite({ email: newEmail(), role: 'sentinel' }), 'role'],
      [accept('t', { password: 'sentinel' }), 'password'],
      [accept('t', { name: '' }), 'name'],
      [accept(''), 'token'],
    ];
    for (const [answer, field] of attempts) {
      const { status, json, text } = await answer;
      assert.equal(status, 400, text);
      assert.ok(
        json.details?.some(({ path }) => path === field),
        text,
      );
      assert.doesNotMatch(text, /sentinel/);
    }
  });

  it('refuses inviters without permission: members, admins for owners, keys bound to a project', async () => {
    const admin = await gateway.newMember('ROLE_ADMIN');
    const member = await gateway.newMember('ROLE_MEMBER');
    const bound = await gateway.newKey({ projectId: gateway.workspace.projectId });
    refusedWith(await invite({ email: newEmail() }, member.key), 403, 'permission_denied');
    refusedWith(await invite({ email: newEmail(), role: 'ROLE_OWNER' }, admin.key), 403, 'permission_denied');
    refusedWith(await invite({ email: newEmail(), role: 'ROLE_OWNER' }), 403, 'permission_denied');
    refusedWith(await invite({ email: newEmail() }, bound.secret), 403, 'permission_denied');
    assert.equal((await invite({ email: newEmail(), role: 'ROLE_ADMIN' }, admin.key)).status, 201);
  });

  it('ends an invitation with the access of the inviter: removal, a lower role, and the revocation of the key', async () => {
    const owner = await signInMember(gateway, 'ROLE_OWNER');
    const [removed, demoted, keyHolder] = [
      await gateway.newMember('ROLE_ADMIN'),
      await gateway.newMember('ROLE_ADMIN'),
      await gateway.newKey({ scopes: [...ROLES.ROLE_ADMIN] }),
    ];
    const invitations = [];
    for (const inviter of [removed.key, demoted.key, keyHolder.secret]) {
      invitations.push((await invite({ email: newEmail(), role: 'ROLE_ADMIN' }, inviter)).json);
    }
    const members = '/api/v1/account/members';
    const { browser } = owner;
    assert.equal((await browser.request('DELETE', `${members}/${removed.userId}`)).status, 204);
    assert.equal((await browser.request('PATCH', `${members}/${demoted.userId}`, { role: 'ROLE_MEMBER' })).status, 200);
    assert.equal((await browser.request('DELETE', `/api/v1/account/api-keys/${keyHolder.id}`)).status, 204);
    for (const { id, token } of invitations) {
      assert.equal(await readStatus(id), 'revoked');
      refusedWith(await accept(token), 409, 'state_conflict');
    }
  });

  it('applies the present role of the inviter, whatever became of the row', async () => {
    const admin = await gateway.newMember('ROLE_ADMIN');
    const { json } = await invite({ email: newEmail(), role: 'ROLE_ADMIN' }, admin.key);
    const { client } = gateway.workspace.relational;
    await client.membership.update({ where: { id: admin.membershipId }, data: { role: 'ROLE_VIEWER' } });
    refusedWith(await accept(json.token), 409, 'state_conflict');
    await client.membership.update({ where: { id: admin.membershipId }, data: { role: 'ROLE_ADMIN' } });
    assert.equal((await accept(json.token)).status, 200);
  });

  it('ends an invitation with an inviting key that expires', async () => {
    const expiresAt = new Date(gateway.workspace.stores.clock() + 60_000);
    const brief = await gateway.newKey({ expiresAt });
    const { json } = await invite({ email: newEmail() }, brief.secret);
    gateway.workspace.advance(61_000);
    refusedWith(await accept(json.token), 409, 'state_conflict');
  });

  it('answers invitations of another organization with the same 404 as unknown ones', async () => {
    const foreigner = await gateway.newMember('ROLE_OWNER', gateway.foreign.organizationId);
    const { json } = await invite({ email: newEmail() });
    const foreignKey = await gateway.newKey({ membershipId: foreigner.membershipId });
    await gateway.workspace.relational.client.apiKey.update({
      where: { id: foreignKey.id },
      data: { organizationId: gateway.foreign.organizationId },
    });
    for (const id of [json.id, randomUUID(), 'x']) refusedWith(await revoke(id, foreignKey.secret), 404, 'not_found');
    assert.equal(await readStatus(json.id), 'pending');
  });

  it('requires the password of an existing account, whoever holds the token', async () => {
    const email = newEmail();
    const passwordHash = await hashPassword('the password of the account');
    const { client } = gateway.workspace.relational;
    await client.user.create({ data: { email, name: 'Victim', passwordHash } });
    const { json } = await invite({ email });
    refusedWith(await accept(json.token), 401, 'unauthenticated');
    assert.equal((await client.user.findUniqueOrThrow({ where: { email } })).passwordHash, passwordHash);
    const accepted = await accept(json.token, { password: 'the password of the account', name: 'Other' });
    assert.deepEqual([accepted.status, accepted.json.name], [200, 'Victim']);
  });

  it('allows ten guesses at such a password, over all invitations and logins', async () => {
    const email = newEmail();
    await gateway.workspace.relational.client.user.create({
      data: { email, name: 'Victim', passwordHash: await hashPassword('the password of the account') },
    });
    for (let round = 0; round < 2; round += 1) {
      const { json } = await invite({ email });
      for (let guess = 0; guess < 5; guess += 1) refusedWith(await accept(json.token), 401, 'unauthenticated');
      assert.equal((await revoke(json.id)).status, 204);
    }
    const { json } = await invite({ email });
    const throttled = await accept(json.token, { password: 'the password of the account' });
    refusedWith(throttled, 429, 'rate_limited');
    assert.ok(Number(throttled.headers['retry-after']) > 0);
    const body = { email, password: 'the password of the account' };
    refusedWith(await gateway.send('/api/v1/auth/login', { method: 'POST', body }), 429, 'rate_limited');
  });

  it('records the address and the request of the acceptance', async () => {
    const { json } = await invite({ email: newEmail() });
    const accepted = await accept(json.token);
    const [entry] = await gateway.workspace.relational.client.auditEntry.findMany({
      where: { principalId: String(accepted.json.user_id), operation: 'invitations.accept' },
    });
    assert.deepEqual([entry?.sourceAddress, entry?.requestId], ['127.0.0.1', accepted.headers['x-request-id']]);
  });
});

describe('invitations and contact methods with a mail server', () => {
  let gateway: GatewayUnderTest;
  let mail: MailServer;
  let key: string;
  beforeAll(async () => {
    mail = await MailServer.start();
    gateway = await GatewayUnderTest.start({
      mail: { smtpUrl: mail.url, from: 'svc <svc@example.com>' },
      publicUrl: 'https://svc.example.com',
    });
    key = gateway.workspace.ownerKey;
  });
  afterAll(async () => {
    await gateway.stop();
    await mail.stop();
  });
  beforeEach(() => {
    mail.received.splice(0);
    mail.refuses = false;
  });

  it('sends an invitation to the invited address, and returns its token to no caller', async () => {
    const answer = await gateway.send(INVITATIONS, { method: 'POST', key, body: { email: 'ada@example.com' } });
    assert.equal(answer.status, 201);
    assert.doesNotMatch(answer.text, /token|accept_url/);
    const [received, ...others] = mail.received;
    assert.deepEqual(others, []);
    assert.deepEqual([received?.from, received?.to], ['svc@example.com', ['ada@example.com']]);
    const token = /https:\/\/svc\.example\.com\/invitations\/accept\?token=(\w+)/.exec(received?.text ?? '')?.[1];
    const accepted = await gateway.send(`${INVITATIONS}/accept`, {
      method: 'POST',
      body: { token, name: 'Ada', password: PASSWORD },
    });
    assert.equal(accepted.status, 200, accepted.text);
  });

  it('sends at most five invitations to one address in a day, also if each is revoked', async () => {
    const email = 'often@example.com';
    const invite = () => gateway.send(INVITATIONS, { method: 'POST', key, body: { email } });
    for (let time = 0; time < 5; time += 1) {
      const { status, json, text } = await invite();
      assert.equal(status, 201, text);
      // A second one while the first is pending does not count.
      assert.equal((await invite()).status, 409);
      assert.equal((await gateway.send(`${INVITATIONS}/${String(json.id)}`, { method: 'DELETE', key })).status, 204);
    }
    const refused = await invite();
    assert.deepEqual([refused.status, refused.json.error], [429, 'rate_limited']);
    assert.ok(Number(refused.headers['retry-after']) > 3600);
    assert.doesNotMatch(refused.text, /often/);
    assert.equal(mail.received.length, 5);
  });

  it('answers 503 with Retry-After for invitations that cannot be sent, and creates none', async () => {
    mail.refuses = true;
    const email = 'grace@example.com';
    const answer = await gateway.send(INVITATIONS, { method: 'POST', key, body: { email } });
    assert.deepEqual([answer.status, answer.json.error], [503, 'unavailable']);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.equal(await gateway.workspace.relational.client.invitation.count({ where: { email } }), 0);
  });

  const methods = '/api/v1/users/me/contact-methods';
  const add = (by: string, type: string, value: string) =>
    gateway.send(methods, { method: 'POST', key: by, body: { type, value, label: 'work' } });
  const verify = (by: string, id: unknown, code: string) =>
    gateway.send(`${methods}/${String(id)}/verify`, { method: 'POST', key: by, body: { code } });
  const sentCode = (): string =>
    /code is (\d{6})/.exec(mail.received.at(-1)?.text ?? '')?.[1] ?? assert.fail('no code');

  it('verifies a contact method by the code that was sent, permanently', async () => {
    const ada = await gateway.newMember('ROLE_MEMBER');
    const added = await add(ada.key, 'email', 'Pager@Example.com');
    assert.deepEqual([added.status, added.json.status, added.json.value], [201, 'pending', 'pager@example.com']);
    const code = sentCode();
    assert.ok(!added.text.includes(code));
    const wrong = await verify(ada.key, added.json.id, code === '000000' ? '000001' : '000000');
    assert.deepEqual([wrong.status, wrong.json.details?.[0]?.path], [400, 'code']);
    for (let time = 0; time < 2; time += 1) {
      const verified = await verify(ada.key, added.json.id, code);
      assert.deepEqual([verified.status, verified.json.status], [200, 'verified']);
    }
  });

  it('accepts a code for five attempts, also concurrent ones, and for ten minutes', async () => {
    const ada = await gateway.newMember('ROLE_MEMBER');
    const first = await add(ada.key, 'email', 'one@example.com');
    const code = sentCode();
    const guesses = Array.from({ length: 12 }, (_, index) =>
      String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'),
    );
    const answers = await Promise.all(guesses.map((guess) => verify(ada.key, first.json.id, guess)));
    assert.equal(answers.filter(({ status }) => status === 400).length, 5);
    assert.equal(answers.filter(({ status }) => status === 409).length, 7);
    assert.equal((await verify(ada.key, first.json.id, code)).status, 409);
    const second = await add(ada.key, 'email', 'two@example.com');
    const late = sentCode();
    gateway.workspace.advance(600_000);
    assert.equal((await verify(ada.key, second.json.id, late)).status, 409);
  });

  it('keeps a method that no code can be sent to unverified, and reports that', async () => {
    const ada = await gateway.newMember('ROLE_MEMBER');
    for (const [type, value] of [
      ['sms', '+491701234567'],
      ['phone', '+49 170 1234567'],
      ['chat_dm', '@ada'],
    ] as const) {
      const added = await add(ada.key, type, value);
      assert.deepEqual([added.status, added.json.status], [201, 'unverified']);
      const refused = await verify(ada.key, added.json.id, '123456');
      assert.deepEqual([refused.status, refused.json.error], [409, 'state_conflict']);
    }
    assert.deepEqual(mail.received, []);
  });

  it('shows contact methods to their owner only', async () => {
    const ada = await gateway.newMember('ROLE_OWNER');
    const eve = await gateway.newMember('ROLE_OWNER');
    const added = await add(ada.key, 'email', 'mine@example.com');
    assert.deepEqual((await gateway.send(methods, { key: eve.key })).json.contact_methods, []);
    assert.equal((await verify(eve.key, added.json.id, sentCode())).status, 404);
    const remove = (by: string) => gateway.send(`${methods}/${String(added.json.id)}`, { method: 'DELETE', key: by });
    assert.equal((await remove(eve.key)).status, 404);
    assert.equal((await add(ada.key, 'email', 'mine@example.com')).json.error, 'already_exists');
    assert.equal((await remove(ada.key)).status, 204);
    assert.equal((await remove(ada.key)).status, 404);
  });

  it('answers 503 for a method whose code cannot be sent, and creates none', async () => {
    const ada = await gateway.newMember('ROLE_MEMBER');
    mail.refuses = true;
    assert.equal((await add(ada.key, 'email', 'lost@example.com')).status, 503);
    assert.deepEqual((await gateway.send(methods, { key: ada.key })).json.contact_methods, []);
  });

  it('limits a person to ten additions in an hour', async () => {
    const ada = await gateway.newMember('ROLE_MEMBER');
    for (let index = 0; index < 10; index += 1)
      assert.equal((await add(ada.key, 'chat_dm', `@ada${index}`)).status, 201);
    assert.deepEqual((await add(ada.key, 'chat_dm', '@ada')).json.error, 'rate_limited');
  });

  it('returns the user for users/me, also through a key, or the key that acts for no user', async () => {
    const ada = await gateway.newMember('ROLE_VIEWER');
    const person = await gateway.send('/api/v1/users/me', { key: ada.key });
    assert.deepEqual(person.json, {
      id: ada.userId,
      type: 'user',
      name: 'A ROLE_VIEWER',
      email: ada.email,
      role: 'ROLE_VIEWER',
      preferences: {},
    });
    const nobody = await gateway.send('/api/v1/users/me', { key });
    assert.deepEqual([nobody.json.type, nobody.json.name, nobody.json.email], ['api_key', 'bootstrap', undefined]);
  });

  it('sends at most 200 invitations of one organization in an hour', async () => {
    const invite = (nth: number) =>
      gateway.send(INVITATIONS, { method: 'POST', key, body: { email: `many${nth}@example.com` } });
    let sent = 0;
    let refused: Awaited<ReturnType<typeof invite>> | undefined;
    for (let nth = 0; refused === undefined && nth < 300; nth += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, offset) => invite(nth + offset)));
      sent += answers.filter(({ status }) => status === 201).length;
      refused = answers.find(({ status }) => status !== 201);
    }
    assert.deepEqual([refused?.status, refused?.json.error], [429, 'rate_limited']);
    assert.ok(sent <= 200 && sent >= 150, String(sent));
    assert.equal(mail.received.length, sent);
    const count = await gateway.workspace.relational.client.invitation.count({
      where: { email: { startsWith: 'many' } },
    });
    assert.equal(count, sent);
  });
});
