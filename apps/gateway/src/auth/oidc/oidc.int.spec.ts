import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Browser } from '../../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../../testing/gateway.js';
import { CLIENT, IdentityProvider, type ProviderAccount } from '../../testing/identity-provider.js';

const START = '/api/v1/auth/oidc/start';
const CALLBACK = '/api/v1/auth/oidc/callback';

/** The provider is another site, which sends the browser back. */
const FROM_PROVIDER = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

describe('signing in with a provider', () => {
  let gateway: GatewayUnderTest;
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await IdentityProvider.start();
    gateway = await GatewayUnderTest.start({ oidc: { issuer: provider.issuer, ...CLIENT } });
    provider.register(`http://127.0.0.1:${gateway.gateway.port}${CALLBACK}`);
  });
  afterAll(async () => {
    await gateway.stop();
    await provider.stop();
  });

  const createAccount = (email: string, changes: Partial<ProviderAccount> = {}): ProviderAccount => ({
    sub: randomUUID(),
    email,
    email_verified: true,
    name: 'Ada Lovelace',
    ...changes,
  });
  /** Follows a sign-in from the start through the provider to the callback; returns the target of its redirect. */
  const throughProvider = async (browser: Browser, account: ProviderAccount, returnTo = '/device'): Promise<string> => {
    provider.account = account;
    const start = await browser.get(`${START}?return_to=${encodeURIComponent(returnTo)}`);
    assert.equal(start.status, 303, start.text);
    const callback = new URL(await provider.visit(start.headers.location ?? ''));
    return callback.pathname + callback.search;
  };
  const signIn = async (account: ProviderAccount, browser = new Browser(gateway)): Promise<Answer> =>
    browser.send(await throughProvider(browser, account), 'GET', undefined, FROM_PROVIDER);

  it('offers the provider on the page to sign in', async () => {
    assert.match((await gateway.send('/login')).text, /Sign in with Example ID/);
  });

  it('knows a member by the verified address, and from then on by the id at the provider', async () => {
    const member = await gateway.newMember('ROLE_MEMBER');
    const account = createAccount(member.email);
    const browser = new Browser(gateway);
    const answer = await signIn(account, browser);
    assert.deepEqual([answer.status, answer.headers.location], [303, '/device']);
    const { json } = await browser.get('/api/v1/account');
    assert.equal((json.principal as { id: string }).id, member.userId);
    const moved = new Browser(gateway);
    assert.equal((await signIn({ ...account, email: 'elsewhere@example.com' }, moved)).status, 303);
    assert.equal(((await moved.get('/api/v1/account')).json.principal as { id: string }).id, member.userId);
  });

  it('signs in from an address that is too long for the cookie, and opens the start page', async () => {
    const member = await gateway.newMember('ROLE_MEMBER');
    const browser = new Browser(gateway);
    const callback = await throughProvider(browser, createAccount(member.email), `/p/shop/logs?q=${'a'.repeat(4_000)}`);
    const answer = await browser.send(callback, 'GET', undefined, FROM_PROVIDER);
    assert.deepEqual([answer.status, answer.headers.location], [303, '/']);
  });

  it('drops all that opens an account whose address was never proved, when the address proves to belong to someone', async () => {
    const email = `${randomUUID()}@example.com`;
    const password = 'the password of the attacker';
    const { json } = await gateway.send('/api/v1/invitations', {
      method: 'POST',
      key: gateway.workspace.ownerKey,
      body: { email, role: 'ROLE_ADMIN' },
    });
    const body = { token: json.token, name: 'Attacker', password };
    assert.equal((await gateway.send('/api/v1/invitations/accept', { method: 'POST', body })).status, 200);
    const attacker = new Browser(gateway);
    assert.equal((await attacker.signIn(email, password)).status, 200);
    const scopes = ['account:read'];
    const made = await attacker.request('POST', '/api/v1/account/api-keys', { name: 'kept', scopes });
    const invited = await attacker.request('POST', '/api/v1/invitations', { email: `${randomUUID()}@example.com` });

    const victim = new Browser(gateway);
    assert.equal((await signIn(createAccount(email), victim)).status, 303);
    assert.equal((await victim.get('/api/v1/account')).json.role, 'ROLE_ADMIN');
    assert.equal((await attacker.get('/api/v1/account')).status, 401);
    assert.equal((await attacker.signIn(email, password)).status, 401);
    assert.equal((await gateway.send('/api/v1/account', { key: String(made.json.secret) })).status, 401);
    const again = { token: invited.json.token, name: 'Accomplice', password };
    const accepted = await gateway.send('/api/v1/invitations/accept', { method: 'POST', body: again });
    assert.equal(accepted.status, 409);
  });

  it('keeps the password of an account whose address was proved before', async () => {
    const password = 'the password of the user';
    const member = await gateway.newMember('ROLE_MEMBER', undefined, password);
    const emailVerifiedAt = new Date();
    await gateway.workspace.relational.client.user.update({ where: { id: member.userId }, data: { emailVerifiedAt } });
    assert.equal((await signIn(createAccount(member.email))).status, 303);
    assert.equal((await new Browser(gateway).signIn(member.email, password)).status, 200);
  });

  it('accepts the pending invitation of a verified address', async () => {
    const email = `${randomUUID()}@example.com`;
    const { json } = await gateway.send('/api/v1/invitations', {
      method: 'POST',
      key: gateway.workspace.ownerKey,
      body: { email, role: 'ROLE_VIEWER' },
    });
    const browser = new Browser(gateway);
    assert.equal((await signIn(createAccount(email), browser)).status, 303);
    const account = await browser.get('/api/v1/account');
    assert.deepEqual(
      [account.json.role, (account.json.principal as { name: string }).name],
      ['ROLE_VIEWER', 'Ada Lovelace'],
    );
    const invitation = await gateway.workspace.relational.client.invitation.findUniqueOrThrow({
      where: { id: String(json.id) },
    });
    assert.ok(invitation.acceptedAt);
    const { client } = gateway.workspace.relational;
    const principalId = (account.json.principal as { id: string }).id;
    const joined = await client.auditEntry.findMany({ where: { principalId, operation: 'invitations.accept' } });
    assert.equal(joined.length, 1, 'the joining is in the audit log');
  });

  it('refuses an address that is not verified, and users who are not invited', async () => {
    const member = await gateway.newMember('ROLE_OWNER');
    for (const account of [
      createAccount(member.email, { email_verified: false }),
      createAccount('stranger@example.com'),
    ]) {
      const browser = new Browser(gateway);
      const answer = await signIn(account, browser);
      assert.equal(answer.status, 403);
      assert.match(answer.text, /role="alert">You are not a member/);
      assert.equal((await browser.get('/api/v1/account')).status, 401);
    }
  });

  it('refuses an answer that another browser brings, that is brought twice, or that was tampered with', async () => {
    const member = await gateway.newMember('ROLE_MEMBER');
    const account = createAccount(member.email);
    const browser = new Browser(gateway);
    const callback = await throughProvider(browser, account);
    assert.equal((await new Browser(gateway).get(callback)).status, 401);
    const victim = new Browser(gateway);
    await victim.get(START);
    assert.equal((await victim.get(callback)).status, 401);
    const other = new Browser(gateway);
    const tampered = (await throughProvider(other, account)).replace(/code=[^&]+/, 'code=other');
    assert.equal((await other.get(tampered)).status, 401);
    assert.equal((await browser.get(callback)).status, 303);
    browser.cookies.delete('svc_session');
    assert.equal((await browser.get(callback)).status, 401);
  });

  it('ends where the user wanted to go, never at another site', async () => {
    const member = await gateway.newMember('ROLE_MEMBER');
    const browser = new Browser(gateway);
    const callback = await throughProvider(browser, createAccount(member.email), '//evil.example');
    assert.equal((await browser.get(callback)).headers.location, '/');
  });

  it('answers 404 without a configured provider, and 503 while it does not answer', async () => {
    const without = await GatewayUnderTest.start();
    const unreachable = await GatewayUnderTest.start({ oidc: { issuer: 'http://127.0.0.1:9', ...CLIENT } });
    try {
      assert.equal((await without.send(START)).status, 404);
      const answer = await unreachable.send(START);
      assert.equal(answer.status, 503);
      assert.ok(Number(answer.headers['retry-after']) > 0);
    } finally {
      await without.stop();
      await unreachable.stop();
    }
  });
});
