import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { signInMember, type Browser } from '../../../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../../../testing/gateway.js';
import { CLIENT, IdentityProvider } from '../../../testing/identity-provider.js';

const SECURITY = '/api/v1/account/security';
const KEYS = '/api/v1/account/api-keys';
const DAY_MS = 24 * 3_600_000;
const NO_RULES = {
  sso_only: false,
  second_factor_required: false,
  max_api_key_lifetime_days: 0,
  session_idle_minutes: 0,
};

describe('security of an organization', () => {
  let gateway: GatewayUnderTest;
  let provider: IdentityProvider;
  let admin: Browser;
  beforeAll(async () => {
    provider = await IdentityProvider.start();
    gateway = await GatewayUnderTest.start({ oidc: { issuer: provider.issuer, ...CLIENT } });
    admin = (await signInMember(gateway, 'ROLE_ADMIN')).browser;
  });
  afterAll(async () => {
    await gateway.stop();
    await provider.stop();
  });
  afterEach(async () => {
    const { organization, session } = gateway.workspace.relational.client;
    const rules = { ssoOnly: false, secondFactorRequired: false, maxKeyLifetimeDays: null, sessionIdleMinutes: null };
    await organization.updateMany({ data: rules });
    await session.updateMany({ data: { hasSecondFactor: false } });
  });

  const set = (browser: Browser, rules: object) => browser.request('PUT', SECURITY, rules);
  const refusedWith = (answer: Answer, status: number, error: string): void =>
    assert.deepEqual([answer.status, answer.json.error], [status, error], answer.text);

  it('shows the settings to members and lets only signed-in admins change them', async () => {
    const viewer = await signInMember(gateway, 'ROLE_VIEWER');
    const { version, ...initial } = (await viewer.browser.get(SECURITY)).json;
    assert.deepEqual(initial, NO_RULES);
    refusedWith(await set(viewer.browser, {}), 403, 'permission_denied');
    const byKey = { method: 'PUT', key: gateway.workspace.ownerKey, body: {} };
    refusedWith(await gateway.send(SECURITY, byKey), 403, 'permission_denied');
    const rules = { ...NO_RULES, max_api_key_lifetime_days: 30, session_idle_minutes: 60 };
    const changed = await set(admin, rules);
    assert.deepEqual([changed.status, changed.json], [200, { ...rules, version: Number(version) + 1 }]);
    assert.deepEqual((await viewer.browser.get(SECURITY)).json, changed.json);
    assert.deepEqual((await set(admin, {})).json, { ...NO_RULES, version: Number(version) + 2 }, 'omitted rules end');
  });

  it('stays as it is if another admin has changed it since, and names the version', async () => {
    const { version } = (await admin.get(SECURITY)).json;
    const rules = { max_api_key_lifetime_days: 30, expected_version: version };
    assert.equal((await set(admin, rules)).status, 200);
    const stale = await set(admin, { ...rules, max_api_key_lifetime_days: 90 });
    refusedWith(stale, 409, 'version_conflict');
    const reason = `is not the current version, which is ${Number(version) + 1}`;
    assert.deepEqual(stale.json.details, [{ path: 'expected_version', reason }]);
    assert.equal((await admin.get(SECURITY)).json.max_api_key_lifetime_days, 30);
  });

  it('refuses an idle time that is too short, naming the field', async () => {
    for (const minutes of [1, 4, 43_201]) {
      const answer = await set(admin, { session_idle_minutes: minutes });
      refusedWith(answer, 400, 'invalid_request');
      assert.equal(answer.json.details?.[0]?.path, 'session_idle_minutes');
    }
  });

  it('limits the lifetime of new keys, and applies it to keys without one', async () => {
    assert.equal((await set(admin, { max_api_key_lifetime_days: 30 })).status, 200);
    const create = (body: object) => admin.request('POST', KEYS, { name: 'x', scopes: ['logs:read'], ...body });
    const now = gateway.workspace.stores.clock();
    const late = await create({ expires_at: new Date(now + 31 * DAY_MS).toISOString() });
    refusedWith(late, 400, 'invalid_request');
    assert.equal(late.json.details?.[0]?.path, 'expires_at');
    const { json } = await create({});
    const { expires_at } = json.api_key as { expires_at: string };
    assert.ok(Math.abs(Date.parse(expires_at) - now - 30 * DAY_MS) < 60_000, expires_at);
    assert.equal((await create({ expires_at: new Date(now + 29 * DAY_MS).toISOString() })).status, 201);
  });

  it('ends sessions that are not used, of browsers and clients', async () => {
    const used = await signInMember(gateway, 'ROLE_MEMBER');
    const unused = await signInMember(gateway, 'ROLE_MEMBER');
    const { client } = gateway.workspace.relational;
    await client.organization.updateMany({ data: { sessionIdleMinutes: 30 } });
    for (let step = 0; step < 4; step += 1) {
      gateway.workspace.advance(15 * 60_000);
      assert.equal((await used.browser.get('/api/v1/account')).status, 200);
      // It is recorded to the minute.
      const since = new Date(gateway.workspace.stores.clock() - 60_000);
      const where = { membership: { userId: used.userId }, lastUsedAt: { gt: since } };
      await eventually('the use is recorded', async () => (await client.session.count({ where })) > 0);
    }
    refusedWith(await unused.browser.get('/api/v1/account'), 401, 'key_expired');
    await client.session.updateMany({ data: { lastUsedAt: new Date(gateway.workspace.stores.clock()) } });
  });

  it('does not require a second factor or single sign-on of others that the caller does not have', async () => {
    refusedWith(await set(admin, { second_factor_required: true }), 409, 'state_conflict');
    refusedWith(await set(admin, { sso_only: true }), 409, 'state_conflict');
  });

  it('refuses passwords with single sign-on only, ends other sessions and returns no tokens', async () => {
    const linked = await signInMember(gateway, 'ROLE_OWNER');
    const other = await signInMember(gateway, 'ROLE_MEMBER');
    await gateway.workspace.relational.client.userIdentity.create({
      data: { issuer: provider.issuer, subject: randomUUID(), userId: linked.userId },
    });
    const before = await linked.browser.request('POST', '/api/v1/invitations', {
      email: `${randomUUID()}@example.com`,
    });
    assert.equal((await set(linked.browser, { sso_only: true })).status, 200);
    refusedWith(await other.browser.get('/api/v1/account'), 401, 'key_revoked');
    assert.equal((await linked.browser.get('/api/v1/account')).status, 200);
    refusedWith(await other.browser.signIn(other.email, other.password), 403, 'permission_denied');
    refusedWith(await other.browser.signIn(other.email, 'another one altogether'), 401, 'unauthenticated');
    const body = { token: before.json.token, name: 'Ada', password: 'correct horse battery' };
    refusedWith(await gateway.send('/api/v1/invitations/accept', { method: 'POST', body }), 403, 'permission_denied');
    const email = `${randomUUID()}@example.com`;
    const invited = await linked.browser.request('POST', '/api/v1/invitations', { email });
    assert.equal(invited.status, 201);
    assert.doesNotMatch(invited.text, /token|accept_url/);
  });
});
