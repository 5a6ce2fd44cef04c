import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { Browser, signInMember } from '../../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../../testing/gateway.js';
import { MailServer } from '../../testing/mail-server.js';

const FORGOT = '/api/v1/auth/password/forgot';
const RESET = '/api/v1/auth/password/reset';
const NEW_PASSWORD = 'a new password for the account';

describe('a forgotten password', () => {
  let gateway: GatewayUnderTest;
  let mail: MailServer;
  beforeAll(async () => {
    mail = await MailServer.start();
    gateway = await GatewayUnderTest.start({ mail: { smtpUrl: mail.url, from: 'svc <svc@example.com>' } });
  });
  afterAll(async () => {
    await gateway.stop();
    await mail.stop();
  });

  // Mails of another test may arrive late.
  const mailsTo = (email: string) => mail.received.filter(({ to }) => to.includes(email));
  const refusedWith = (answer: Answer, status: number, error: string): void =>
    assert.deepEqual([answer.status, answer.json.error], [status, error], answer.text);
  const forgot = (email: string) => gateway.send(FORGOT, { method: 'POST', body: { email } });
  const reset = (token: string, password = NEW_PASSWORD) =>
    gateway.send(RESET, { method: 'POST', body: { token, password } });
  const requestToken = async (email: string): Promise<string> => {
    assert.equal((await forgot(email)).status, 204);
    const received = await eventually('the mail', () => mailsTo(email)[0]);
    mail.received.splice(mail.received.indexOf(received), 1);
    return /\/password\/reset\?token=(\w+)/.exec(received.text)?.[1] ?? assert.fail('no token');
  };

  it('replaces a password through a link, once, which ends all sessions and is audited', async () => {
    const { browser, email, password, userId } = await signInMember(gateway, 'ROLE_MEMBER');
    const token = await requestToken(email);
    const rows = await gateway.workspace.relational.client.passwordReset.findMany({ where: { userId } });
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(token));
    refusedWith(await reset(token, 'short'), 400, 'invalid_request');
    assert.equal((await reset(token)).status, 204);
    refusedWith(await reset(token), 404, 'not_found');
    refusedWith(await browser.get('/api/v1/account'), 401, 'key_revoked');
    refusedWith(await browser.signIn(email, password), 401, 'unauthenticated');
    assert.equal((await browser.signIn(email, NEW_PASSWORD)).status, 200);
    const { client } = gateway.workspace.relational;
    const where = { principalId: userId, operation: 'auth.password_reset' };
    assert.equal(await client.auditEntry.count({ where }), 1);
    assert.ok((await client.user.findUniqueOrThrow({ where: { id: userId } })).emailVerifiedAt, 'the mail proves it');
  });

  it('audits requests of links, and links that are wrong or have expired', async () => {
    const { email, userId } = await signInMember(gateway, 'ROLE_MEMBER');
    const { client } = gateway.workspace.relational;
    const find = (where: object) => client.auditEntry.findMany({ where, include: { outcome: true } });
    const recorded = (where: object) =>
      eventually('the entry', async () => (await find({ principalId: userId, ...where }))[0]);
    gateway.workspace.beginMinute();
    const token = await requestToken(email);
    for (let n = 0; n < 3; n++) await forgot(email);
    assert.equal((await recorded({ operation: 'auth.password_forgot' })).outcome?.status, 204);
    assert.equal((await find({ principalId: userId, operation: 'auth.password_forgot' })).length, 1, 'counted');
    // Three mails in an hour go to an account. Each request deletes links that have expired, so none may be under way.
    await eventually('the other mails', () => mailsTo(email).length === 2);
    await client.passwordReset.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } });
    refusedWith(await reset(token), 404, 'not_found');
    const { outcome } = await recorded({ operation: 'auth.password_reset' });
    assert.deepEqual([outcome?.status, outcome?.error], [404, 'not_found']);
    const texts = JSON.stringify((await find({ principalId: userId })).map(({ target, details }) => [target, details]));
    assert.ok(!texts.includes(token) && !texts.includes(email));
  });

  it('answers unknown addresses alike, and mails neither them nor accounts without a password', async () => {
    const { email } = await gateway.newMember('ROLE_MEMBER');
    const known = await signInMember(gateway, 'ROLE_MEMBER');
    const answers = [await forgot('nobody@example.com'), await forgot('no address'), await forgot(email)];
    for (const { status, text } of answers) assert.deepEqual([status, text], [204, '']);
    await requestToken(known.email);
    assert.deepEqual([email, 'nobody@example.com'].flatMap(mailsTo), []);
  });

  it('replaces a password within 30 minutes, by one of many requests', async () => {
    const { email } = await signInMember(gateway, 'ROLE_MEMBER');
    const late = await requestToken(email);
    gateway.workspace.advance(30 * 60_000);
    refusedWith(await reset(late), 404, 'not_found');
    const token = await requestToken(email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(token)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404, 404]);
  });

  it('sends three mails to an account in an hour', async () => {
    const { email } = await signInMember(gateway, 'ROLE_MEMBER');
    for (let mails = 0; mails < 3; mails += 1) await requestToken(email);
    assert.equal((await forgot(email)).status, 204);
    const other = await signInMember(gateway, 'ROLE_MEMBER');
    await requestToken(other.email);
    assert.deepEqual(mailsTo(email), []);
  });

  it('replaces a password on pages too', async () => {
    const { email } = await signInMember(gateway, 'ROLE_MEMBER');
    const browser = new Browser(gateway);
    assert.match((await browser.get('/login')).text, /href="\/password\/forgot"/);
    assert.match((await browser.get('/password/forgot')).text, /<label for="email">/);
    assert.match((await browser.submit('/password/forgot', { email })).text, /is on its way/);
    const { text } = await eventually('the mail', () => mailsTo(email)[0]);
    const token = /token=(\w+)/.exec(text)?.[1] ?? '';
    assert.match((await browser.get(`/password/reset?token=${token}`)).text, /<label for="password">/);
    const short = await browser.submit('/password/reset', { token, password: 'short' });
    assert.match(short.text, /role="alert">The password must have 12/);
    const done = await browser.submit('/password/reset', { token, password: NEW_PASSWORD });
    assert.match(done.text, /The password is set/);
    const again = await browser.submit('/password/reset', { token, password: NEW_PASSWORD });
    assert.equal(again.status, 404);
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    assert.equal((await browser.submit('/password/reset', { token, password: NEW_PASSWORD }, elsewhere)).status, 403);
  });

  it('refuses to reset a password where no mail is sent', async () => {
    const without = await GatewayUnderTest.start();
    try {
      const answer = await without.send(FORGOT, { method: 'POST', body: { email: 'a@example.com' } });
      assert.deepEqual([answer.status, answer.json.error], [404, 'not_found']);
      assert.doesNotMatch((await without.send('/login')).text, /password\/forgot/);
    } finally {
      await without.stop();
    }
  });
});
