import assert from 'node:assert/strict';
import { Browser, signInMember } from '../../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../../testing/gateway.js';

const PASSWORD = '/api/v1/users/me/password';
const PROFILE = '/api/v1/users/me';
const SESSIONS = '/api/v1/users/me/sessions';
const NEW_PASSWORD = 'a new password for the account';

describe('the own account', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());

  const refusedWith = (answer: Answer, status: number, error: string): void =>
    assert.deepEqual([answer.status, answer.json.error], [status, error], answer.text);
  const listSessions = async (browser: Browser) =>
    (await browser.get(SESSIONS)).json.sessions as { id: string; is_current: boolean; type: string }[];

  it('gets a new password for the current one, which ends all other sessions', async () => {
    const { browser, email, password } = await signInMember(gateway, 'ROLE_VIEWER');
    const other = new Browser(gateway);
    await other.signIn(email, password);
    const change = { current_password: password, new_password: NEW_PASSWORD };
    assert.equal((await browser.request('PUT', PASSWORD, change)).status, 204);
    assert.equal((await browser.get('/api/v1/account')).status, 200);
    refusedWith(await other.get('/api/v1/account'), 401, 'key_revoked');
    refusedWith(await other.signIn(email, password), 401, 'unauthenticated');
    assert.equal((await other.signIn(email, NEW_PASSWORD)).status, 200);
  });

  it('keeps its password when the current one is wrong, and counts the guesses as logins', async () => {
    const { browser, email, password } = await signInMember(gateway, 'ROLE_MEMBER');
    const guess = () =>
      browser.request('PUT', PASSWORD, { current_password: 'not the password', new_password: NEW_PASSWORD });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const answer = await guess();
      refusedWith(answer, 400, 'invalid_request');
      assert.equal(answer.json.details?.[0]?.path, 'current_password');
    }
    refusedWith(await guess(), 429, 'rate_limited');
    refusedWith(await new Browser(gateway).signIn(email, password), 429, 'rate_limited');
  });

  it('accepts one of two changes of the password at the same time', async () => {
    const { browser, password } = await signInMember(gateway, 'ROLE_MEMBER');
    const answers = await Promise.all(
      ['one', 'other'].map((name) =>
        browser.request('PUT', PASSWORD, { current_password: password, new_password: `${NEW_PASSWORD} ${name}` }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 204).length, 1);
  });

  it('refuses a new password without the current one, with an API key, or if it is short', async () => {
    const { browser, userId, password, key } = await signInMember(gateway, 'ROLE_MEMBER');
    const change = { current_password: password, new_password: 'short' };
    const short = await browser.request('PUT', PASSWORD, change);
    assert.deepEqual([short.status, short.json.details?.[0]?.path], [400, 'new_password']);
    const body = { ...change, new_password: NEW_PASSWORD };
    refusedWith(await gateway.send(PASSWORD, { method: 'PUT', key, body }), 403, 'permission_denied');
    await gateway.workspace.relational.client.user.update({ where: { id: userId }, data: { passwordHash: null } });
    refusedWith(await browser.request('PUT', PASSWORD, body), 409, 'state_conflict');
  });

  it('lists the sessions of its user and no others, and ends one or all others', async () => {
    const { browser, email, password, key } = await signInMember(gateway, 'ROLE_VIEWER');
    const stranger = await signInMember(gateway, 'ROLE_OWNER');
    const others = [new Browser(gateway), new Browser(gateway), new Browser(gateway)];
    for (const other of others) await other.signIn(email, password);
    const sessions = await listSessions(browser);
    assert.equal(sessions.length, 4);
    assert.equal(sessions.filter(({ is_current }) => is_current).length, 1);
    assert.ok(sessions.every(({ type }) => type === 'browser'));
    const [first] = sessions.filter(({ is_current }) => !is_current);
    refusedWith(await stranger.browser.request('DELETE', `${SESSIONS}/${String(first?.id)}`), 404, 'not_found');
    assert.equal((await browser.request('DELETE', `${SESSIONS}/${String(first?.id)}`)).status, 204);
    assert.equal((await listSessions(browser)).length, 3);
    assert.equal((await browser.request('DELETE', `${SESSIONS}/others`)).status, 204);
    assert.deepEqual(
      (await listSessions(browser)).map(({ is_current }) => is_current),
      [true],
    );
    for (const other of others) refusedWith(await other.get('/api/v1/account'), 401, 'key_revoked');
    assert.equal((await stranger.browser.get('/api/v1/account')).status, 200);
    for (const id of ['x', '0199ffff-0000-7000-8000-000000000000']) {
      refusedWith(await browser.request('DELETE', `${SESSIONS}/${id}`), 404, 'not_found');
    }
    refusedWith(await gateway.send(SESSIONS, { key }), 403, 'permission_denied');
  });

  it('shows the client and the address of sign-ins, without control characters of the terminal', async () => {
    const { email, password } = await signInMember(gateway, 'ROLE_MEMBER');
    const browser = new Browser(gateway);
    const headers = { 'user-agent': 'Browser of Ada \u00e9' };
    await browser.send('/api/v1/auth/login', 'POST', JSON.stringify({ email, password }), headers);
    const [session] = (await listSessions(browser)).filter(({ is_current }) => is_current) as unknown as {
      client: string;
      source_address: string;
    }[];
    assert.deepEqual([session?.client, session?.source_address], ['Browser of Ada ', '127.0.0.1']);
  });

  it('changes its name, time zone and preferences, each alone, whatever scopes its user has', async () => {
    const { browser } = await signInMember(gateway, 'ROLE_VIEWER');
    const change = async (body: object) => {
      const answer = await browser.request('PATCH', PROFILE, body);
      assert.equal(answer.status, 200, answer.text);
      const { name, time_zone, preferences } = answer.json as Record<string, unknown>;
      return { name, time_zone, preferences };
    };
    const { name } = (await browser.get(PROFILE)).json as unknown as { name: string };
    const time_zone = 'Europe/Berlin';
    assert.deepEqual(await change({ time_zone: 'europe/berlin' }), { name, time_zone, preferences: {} });
    const preferences = { theme: 'dark', columns: { logs: ['service', 'körper'] } };
    assert.deepEqual(await change({ preferences }), { name, time_zone, preferences });
    assert.deepEqual(await change({ name: 'Ada Lovelace' }), { name: 'Ada Lovelace', time_zone, preferences });
    assert.deepEqual(await change({ time_zone: '', preferences: {} }), {
      name: 'Ada Lovelace',
      time_zone: undefined,
      preferences: {},
    });
    assert.equal((await browser.get(PROFILE)).json['name'], 'Ada Lovelace');
  });

  it('refuses a profile that is empty, too large or of an API key, naming the field', async () => {
    const { browser, key } = await signInMember(gateway, 'ROLE_OWNER');
    const paths = async (body: object) => {
      const answer = await browser.request('PATCH', PROFILE, body);
      refusedWith(answer, 400, 'invalid_request');
      return answer.json.details?.map(({ path }: { path: string }) => path);
    };
    assert.deepEqual(await paths({}), ['name']);
    assert.deepEqual(await paths({ name: ' ' }), ['name']);
    assert.deepEqual(await paths({ time_zone: 'Mars/Base' }), ['time_zone']);
    // An umlaut has two bytes.
    assert.deepEqual(await paths({ preferences: { text: 'ö'.repeat(4_092) } }), ['preferences']);
    assert.equal((await browser.request('PATCH', PROFILE, { preferences: { t: 'ö'.repeat(4_092) } })).status, 200);
    refusedWith(await gateway.send(PROFILE, { method: 'PATCH', key, body: { name: 'x' } }), 403, 'permission_denied');
    refusedWith(await gateway.send(PROFILE, { method: 'PATCH', body: { name: 'x' } }), 401, 'unauthenticated');
    const foreign = await browser.send(PROFILE, 'PATCH', JSON.stringify({ name: 'x' }));
    refusedWith(foreign, 403, 'permission_denied');
  });
});
