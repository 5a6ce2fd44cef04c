import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createKeyRing, generateKey } from '@svc/encryption';
import { Resealer } from '@svc/work';
import { generateSync } from 'otplib';
import { Browser, signInMember } from '../../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../../testing/gateway.js';
import { CLIENT, IdentityProvider } from '../../testing/identity-provider.js';
import { sealedTotpSecrets } from './sealed-totp-secrets.js';

const TOTP = '/api/v1/users/me/totp';
const ACCOUNT = '/api/v1/account';
const STEP_MS = 30_000;

describe('a second factor', () => {
  let gateway: GatewayUnderTest;
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await IdentityProvider.start();
    gateway = await GatewayUnderTest.start({ oidc: { issuer: provider.issuer, ...CLIENT } });
    provider.register(`http://127.0.0.1:${gateway.gateway.port}/api/v1/auth/oidc/callback`);
  });
  afterAll(async () => {
    await gateway.stop();
    await provider.stop();
  });
  afterEach(() =>
    gateway.workspace.relational.client.organization.updateMany({ data: { secondFactorRequired: false } }),
  );

  const refusedWith = (answer: Answer, status: number, error: string): void =>
    assert.deepEqual([answer.status, answer.json.error], [status, error], answer.text);
  const codeNow = (secret: string) =>
    generateSync({ secret, epoch: Math.floor(gateway.workspace.stores.clock() / 1000) });
  const wrongCode = (secret: string) => String((Number(codeNow(secret)) + 1) % 1_000_000).padStart(6, '0');
  /** A member with an authenticator, whose next code is not used yet. */
  const enrolled = async (role: 'ROLE_ADMIN' | 'ROLE_MEMBER' = 'ROLE_MEMBER') => {
    const member = await signInMember(gateway, role);
    const { json } = await member.browser.request('POST', TOTP, {});
    const secret = String(json.secret);
    const confirmed = await member.browser.request('POST', `${TOTP}/confirm`, { code: codeNow(secret) });
    assert.equal(confirmed.status, 200, confirmed.text);
    gateway.workspace.advance(STEP_MS);
    return { ...member, secret, recoveryCodes: confirmed.json.recovery_codes as string[] };
  };
  const begin = async (email: string, password: string) => {
    const browser = new Browser(gateway);
    const { status, json } = await browser.signIn(email, password);
    assert.deepEqual([status, json.second_factor_required, browser.cookies.size], [200, true, 0]);
    return { browser, token: String(json.login_token) };
  };
  const finish = (browser: Browser, token: string, code: string) =>
    browser.send('/api/v1/auth/totp', 'POST', JSON.stringify({ login_token: token, code }));

  it('requires confirmation of a second factor with a code, and stores it encrypted', async () => {
    const { browser, email, password, userId } = await signInMember(gateway, 'ROLE_VIEWER');
    refusedWith(await browser.request('POST', `${TOTP}/confirm`, { code: '123456' }), 409, 'state_conflict');
    const first = await browser.request('POST', TOTP, {});
    assert.equal(first.status, 201);
    assert.match(String(first.json.otpauth_url), /^otpauth:\/\/totp\/svc:/);
    const again = await browser.request('POST', TOTP, {});
    assert.notEqual(again.json.secret, first.json.secret);
    assert.equal((await new Browser(gateway).signIn(email, password)).json.second_factor_required, undefined);
    const row = await gateway.workspace.relational.client.totpFactor.findUniqueOrThrow({ where: { userId } });
    assert.ok(!row.sealedSecret.includes(String(again.json.secret)));
    const old = await browser.request('POST', `${TOTP}/confirm`, { code: codeNow(String(first.json.secret)) });
    assert.deepEqual([old.status, old.json.details?.[0]?.path], [400, 'code']);
    const confirm = { code: codeNow(String(again.json.secret)) };
    const { status, json } = await browser.request('POST', `${TOTP}/confirm`, confirm);
    assert.equal(status, 200);
    assert.equal(new Set(json.recovery_codes as string[]).size, 10);
    refusedWith(await browser.request('POST', TOTP, {}), 409, 'already_exists');
  });

  it('requires a code after the password, and accepts no code twice', async () => {
    const { email, password, secret } = await enrolled();
    const code = codeNow(secret);
    const first = await begin(email, password);
    refusedWith(await finish(first.browser, first.token, wrongCode(secret)), 401, 'unauthenticated');
    assert.equal((await finish(first.browser, first.token, code)).status, 200);
    assert.equal((await first.browser.get(ACCOUNT)).status, 200);
    const second = await begin(email, password);
    refusedWith(await finish(second.browser, second.token, code), 401, 'unauthenticated');
    gateway.workspace.advance(STEP_MS);
    refusedWith(await finish(second.browser, first.token, codeNow(secret)), 401, 'unauthenticated');
    assert.equal((await finish(second.browser, second.token, codeNow(secret))).status, 200);
  });

  it('accepts one of many requests with the same code', async () => {
    const { email, password, secret } = await enrolled();
    const logins = await Promise.all(Array.from({ length: 4 }, () => begin(email, password)));
    const code = codeNow(secret);
    const answers = await Promise.all(logins.map(({ browser, token }) => finish(browser, token, code)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });

  it('accepts a recovery code instead, however it is typed, once', async () => {
    const { email, password, recoveryCodes } = await enrolled();
    const [code = ''] = recoveryCodes;
    const first = await begin(email, password);
    assert.equal((await finish(first.browser, first.token, code.toUpperCase().replaceAll('-', ' '))).status, 200);
    const second = await begin(email, password);
    refusedWith(await finish(second.browser, second.token, code), 401, 'unauthenticated');
    assert.equal((await finish(second.browser, second.token, recoveryCodes[1] ?? '')).status, 200);
  });

  it('limits guesses: five codes for a login, ten for a user', async () => {
    const { email, password, secret } = await enrolled();
    const first = await begin(email, password);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      refusedWith(await finish(first.browser, first.token, wrongCode(secret)), 401, 'unauthenticated');
    }
    refusedWith(await finish(first.browser, first.token, codeNow(secret)), 401, 'unauthenticated');
    const second = await begin(email, password);
    for (let attempt = 0; attempt < 5; attempt += 1) await finish(second.browser, second.token, wrongCode(secret));
    const third = await begin(email, password);
    refusedWith(await finish(third.browser, third.token, codeNow(secret)), 429, 'rate_limited');
  });

  it('expects the code within five minutes', async () => {
    const { email, password, secret } = await enrolled();
    const { browser, token } = await begin(email, password);
    gateway.workspace.advance(300_000);
    refusedWith(await finish(browser, token, codeNow(secret)), 401, 'unauthenticated');
  });

  it('requests the code on the page to sign in, which then continues to its target', async () => {
    const { email, password, secret } = await enrolled();
    const browser = new Browser(gateway);
    const page = await browser.submit('/login', { email, password, return_to: '/device' });
    assert.equal(page.status, 200);
    assert.match(page.text, /<label for="code">/);
    const token = /name="login_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const form = { login_token: token, return_to: '/device' };
    const wrong = await browser.submit('/login/code', { ...form, code: wrongCode(secret) });
    assert.equal(wrong.status, 401);
    assert.match(wrong.text, /role="alert">The code is wrong/);
    const right = await browser.submit('/login/code', { ...form, code: codeNow(secret) });
    assert.deepEqual([right.status, right.headers.location], [303, '/device']);
    assert.equal((await browser.get(ACCOUNT)).status, 200);
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    assert.equal((await browser.submit('/login/code', { ...form, code: '1' }, elsewhere)).status, 403);
  });

  it('lets members without a required second factor only enroll', async () => {
    const admin = await enrolled('ROLE_ADMIN');
    const member = await signInMember(gateway, 'ROLE_MEMBER');
    const rules = { second_factor_required: true };
    assert.equal((await admin.browser.request('PUT', `${ACCOUNT}/security`, rules)).status, 200);
    gateway.workspace.advance(6000);
    assert.deepEqual((await member.browser.get(ACCOUNT)).json.scopes, ['account:read', 'account:write']);
    refusedWith(await member.browser.get('/api/v1/projects'), 403, 'permission_denied');
    const { json } = await member.browser.request('POST', TOTP, {});
    const code = codeNow(String(json.secret));
    assert.equal((await member.browser.request('POST', `${TOTP}/confirm`, { code })).status, 200);
    assert.equal((await member.browser.get('/api/v1/projects')).status, 200);
    const { password } = member;
    refusedWith(await member.browser.request('DELETE', TOTP, { password }), 409, 'state_conflict');
  });

  it('requires a code after a login with a provider where the organization demands it', async () => {
    const { email, secret, userId } = await enrolled();
    const emailVerifiedAt = new Date();
    const { client } = gateway.workspace.relational;
    await client.user.update({ where: { id: userId }, data: { emailVerifiedAt } });
    provider.account = { sub: randomUUID(), email, email_verified: true, name: 'Ada' };
    const visit = async () => {
      const browser = new Browser(gateway);
      const start = await browser.get('/api/v1/auth/oidc/start');
      const callback = new URL(await provider.visit(start.headers.location ?? ''));
      return { browser, answer: await browser.get(callback.pathname + callback.search) };
    };
    assert.equal((await visit()).answer.status, 303);
    await client.organization.updateMany({ data: { secondFactorRequired: true } });
    const { browser, answer } = await visit();
    assert.equal(answer.status, 200);
    const token = /name="login_token" value="([^"]+)"/.exec(answer.text)?.[1] ?? '';
    const form = { login_token: token, return_to: '/docs', code: codeNow(secret) };
    assert.equal((await browser.submit('/login/code', form)).status, 303);
    assert.equal((await browser.get('/api/v1/projects')).status, 200);
  });

  it('deletes a second factor with the password and a code, with a code without one, and never with an API key', async () => {
    const { browser, email, password, key, recoveryCodes } = await enrolled();
    const wrong = await browser.request('DELETE', TOTP, { password: 'not the password' });
    assert.deepEqual([wrong.status, wrong.json.details?.[0]?.path], [400, 'password']);
    refusedWith(await gateway.send(TOTP, { method: 'DELETE', key, body: { password } }), 403, 'permission_denied');
    for (const code of [undefined, '000000', 'not a code']) {
      const incomplete = await browser.request('DELETE', TOTP, { password, code });
      assert.deepEqual([incomplete.status, incomplete.json.details?.[0]?.path], [400, 'code']);
    }
    const [code] = recoveryCodes;
    assert.equal((await browser.request('DELETE', TOTP, { password, code })).status, 204);
    assert.equal((await new Browser(gateway).signIn(email, password)).json.second_factor_required, undefined);

    const other = await enrolled();
    await gateway.workspace.relational.client.user.update({
      where: { id: other.userId },
      data: { passwordHash: null },
    });
    const refused = await other.browser.request('DELETE', TOTP, { password: other.password });
    assert.deepEqual([refused.status, refused.json.details?.[0]?.path], [400, 'code']);
    assert.equal((await other.browser.request('DELETE', TOTP, { code: codeNow(other.secret) })).status, 204);
  });

  it('encrypts a second factor again when the key is replaced', async () => {
    const { userId, secret } = await enrolled();
    const { relational, stores } = gateway.workspace;
    const old = generateKey('old');
    const oldRing = createKeyRing(old);
    await relational.client.totpFactor.deleteMany({ where: { NOT: { userId } } });
    const sealedSecret = oldRing.seal(secret, `totp ${userId}`);
    await relational.client.totpFactor.updateMany({ data: { sealedSecret } });
    const ring = createKeyRing(`${generateKey('new')},${old}`);
    const resealer = new Resealer([sealedTotpSecrets(relational)], ring, stores.logger);
    assert.equal(await resealer.reseal(), 1);
    assert.equal(await resealer.reseal(), 0);
    const row = await relational.client.totpFactor.findUniqueOrThrow({ where: { userId } });
    assert.equal(ring.open(row.sealedSecret, `totp ${userId}`), secret);
  });
});
