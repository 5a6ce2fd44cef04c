import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../runtime/values/json.js';
import { bundleClient, json, type Client } from '../testing/client.js';

const CODE = {
  device_code: 'the-device-code',
  user_code: 'BCDF-GHJK',
  verification_uri: 'http://svc.test/device',
  verification_uri_complete: 'http://svc.test/device?user_code=BCDF-GHJK',
  expires_in: 600,
  interval: 0,
};
const tokens = (name: string, expires_in = 900) => ({
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
  token_type: 'Bearer',
  expires_in,
});
const IDENTITY = { principal: { type: 'user', id: 'u', name: 'Ada' } };

const PAGE = { verification_url: CODE.verification_uri_complete, user_code: CODE.user_code };

describe('login and logout', () => {
  let client: Client;
  let file: string;
  beforeAll(async () => {
    client = await bundleClient();
    file = path.join(client.directory, 'config', 'sessions.json');
  });
  afterAll(() => client.stop());
  beforeEach(() => rmSync(path.join(client.directory, 'config'), { recursive: true, force: true }));

  const svc = (argv: readonly string[], env: Record<string, string> = { SVC_API_KEY: '' }) => client.svc(argv, { env });
  const logIn = (name: string, expiresIn?: number) => {
    client.peer.answer({ body: CODE }, { body: tokens(name, expiresIn) }, { body: IDENTITY });
    return svc(['login', '--no-browser']);
  };
  const bearers = () => client.peer.requests.map(({ headers }) => headers.authorization);

  it('prints the verification URL, waits for confirmation, and stores the session readable by this user only', async () => {
    client.peer.answer(
      { body: CODE },
      { status: 400, body: { error: 'authorization_pending' } },
      { status: 503, body: { error: 'unavailable' } },
      { body: tokens('a') },
      { body: IDENTITY },
    );
    const { code, stdout, stderr } = await svc(['login', '--no-browser']);
    assert.equal(code, 0, stderr);
    assert.deepEqual(json(stderr), PAGE);
    const { profile, stored_in, identity } = json(stdout);
    assert.deepEqual([profile, stored_in, identity], ['default', 'file', IDENTITY]);
    assert.doesNotMatch(stdout + stderr, /access-a|refresh-a/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(
      client.peer.requests.map((request) => request.path),
      [
        '/api/v1/auth/device/code',
        ...Array<string>(3).fill('/api/v1/auth/device/token'),
        '/api/v1/projects',
        '/api/v1/account',
      ],
    );
    assert.deepEqual(client.peer.requests[1]?.body, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: 'the-device-code',
      client_id: 'svc-cli',
    });
  });

  it('shows the page before the login ends', async () => {
    client.peer.answer({ body: { ...CODE, interval: 60 } });
    const child = client.start(['login', '--no-browser'], { env: { SVC_API_KEY: '' } });
    const shown = await new Promise<string>((resolve) =>
      child.stderr?.once('data', (data: Buffer) => resolve(String(data))),
    );
    child.kill('SIGKILL');
    assert.match(shown, /device\?user_code=BCDF-GHJK/);
  });

  it('reports a denied and an expired login in the one JSON object of standard error', async () => {
    for (const [error, exit] of [
      ['access_denied', 4],
      ['expired_token', 3],
    ] as const) {
      client.peer.answer({ body: CODE }, { status: 400, body: { error, message: 'No.' } });
      const { code, stdout, stderr } = await svc(['login', '--no-browser']);
      assert.deepEqual([code, stdout], [exit, '']);
      assert.deepEqual(json(stderr), { ...PAGE, error, message: 'No.', exit_code: exit, status: 400 });
      assert.ok(!existsSync(file));
    }
  });

  it('uses the session for later commands unless a key is given', async () => {
    await logIn('b');
    client.peer.answer({ body: IDENTITY });
    assert.equal((await svc(['whoami'])).code, 0);
    assert.deepEqual(bearers(), ['Bearer access-b']);
    client.peer.answer({ body: IDENTITY });
    await svc(['whoami'], { SVC_API_KEY: 'given' });
    assert.equal(client.lastRequest().headers['x-svc-api-key'], 'given');
    assert.deepEqual(bearers(), [undefined]);
  });

  it('does not send tokens to another address', async () => {
    await logIn('c');
    client.peer.answer({ body: IDENTITY });
    const { code } = await svc(['whoami', '--api-url', `${client.peer.url}/elsewhere`]);
    assert.equal(code, 3);
    assert.deepEqual(client.peer.requests, []);
  });

  it('renews an expired session and a refused one', async () => {
    await logIn('d', 1);
    client.peer.answer({ body: tokens('e') }, { body: IDENTITY });
    assert.equal((await svc(['whoami'])).code, 0);
    assert.deepEqual(client.peer.requests[0]?.body, { refresh_token: 'refresh-d' });
    assert.equal(client.lastRequest().headers.authorization, 'Bearer access-e');
    client.peer.answer({ status: 401, body: { error: 'key_expired' } }, { body: tokens('f') }, { body: IDENTITY });
    assert.equal((await svc(['whoami'])).code, 0);
    assert.deepEqual(bearers(), ['Bearer access-e', undefined, 'Bearer access-f']);
  });

  it('renews the session once for concurrent commands', async () => {
    await logIn('g', 1);
    client.peer.answer({ body: { ...tokens('h'), ...IDENTITY } });
    const runs = await Promise.all(Array.from({ length: 4 }, () => svc(['whoami'])));
    for (const { code, stderr } of runs) assert.equal(code, 0, stderr);
    const renewals = client.peer.requests.filter((request) => request.path.endsWith('/auth/token/refresh'));
    assert.equal(renewals.length, 1);
  });

  it('removes an ended session and suggests a new login', async () => {
    await logIn('i', 1);
    client.peer.answer({ status: 400, body: { error: 'invalid_grant' } });
    const { code, stderr } = await svc(['whoami']);
    assert.equal(code, 3);
    assert.match(stderr, /svc login/);
    assert.doesNotMatch(readFileSync(file, 'utf8'), /access|refresh/);
  });

  it('ends the session at the service and removes it locally, even if the service fails', async () => {
    await logIn('j');
    client.peer.answer({ status: 204 });
    assert.deepEqual(json((await svc(['logout'])).stdout), { profile: 'default', logged_out: true, revoked: true });
    const { method, path: target, headers } = client.lastRequest();
    assert.deepEqual([method, target, headers.authorization], ['POST', '/api/v1/auth/logout', 'Bearer access-j']);
    assert.deepEqual(json((await svc(['logout'])).stdout), { profile: 'default', logged_out: false, revoked: false });
    await logIn('k');
    client.peer.answer({ status: 503, body: {} });
    assert.deepEqual(json((await svc(['logout'])).stdout), { profile: 'default', logged_out: true, revoked: false });
    assert.equal((await svc(['whoami'])).code, 3);
  });

  it('creates a new profile with its address', async () => {
    client.peer.answer({ body: CODE }, { body: tokens('l') }, { body: IDENTITY });
    const { code, stdout } = await svc(['login', '--no-browser', '--profile', 'staging']);
    assert.deepEqual([code, json(stdout)['profile']], [0, 'staging']);
    client.peer.answer({ body: IDENTITY });
    assert.equal((await svc(['whoami', '--profile', 'staging'], { SVC_API_KEY: '', SVC_API_URL: '' })).code, 0);
    assert.deepEqual(bearers(), ['Bearer access-l']);
    assert.equal((await svc(['whoami', '--profile', 'none'])).code, 2);
  });

  describe('and where data goes', () => {
    const projects = (...slugs: string[]) => ({
      projects: slugs.map((slug) => ({ id: `id-${slug}`, slug, state: 'active' })),
    });
    /** Nothing names the address of ingestion but the service. */
    const env = { SVC_API_KEY: '', SVC_INGEST_URL: '' };
    const logInTo = (answer: object, listed: object, ...flags: string[]) => {
      client.peer.answer(
        { body: CODE },
        { body: { ...tokens('m'), ...answer } },
        { body: { ...listed } },
        { body: IDENTITY },
      );
      return svc(['login', '--no-browser', ...flags], env);
    };
    const config = () =>
      (json(readFileSync(path.join(client.directory, 'config', 'config.json'), 'utf8'))['profiles'] as JsonObject)[
        'default'
      ];
    const sendEvent = () => svc(['send', 'event', 'x', '--distinct-id', 'y'], env);

    it('learns the address of ingestion and takes the only project', async () => {
      const { stdout } = await logInTo({ ingest_url: `${client.peer.url}/in` }, projects('shop'));
      const project = { id: 'id-shop', slug: 'shop' };
      assert.deepEqual([json(stdout)['ingest_url'], json(stdout)['project']], [`${client.peer.url}/in`, project]);
      assert.deepEqual(config(), {
        api_url: `${client.peer.url}/api/v1`,
        ingest_url: `${client.peer.url}/in`,
        project: 'id-shop',
      });
      client.peer.answer({ body: { accepted: 1, errors: [] } });
      assert.equal((await sendEvent()).code, 0);
      const { path: target, query, headers } = client.lastRequest();
      assert.deepEqual(
        [target, query.get('project_id'), headers.authorization],
        ['/in/api/v1/capture', 'id-shop', 'Bearer access-m'],
      );
    });

    it('leaves the choice of several projects to the user, and then sends nothing without one', async () => {
      assert.equal(json((await logInTo({ ingest_url: client.peer.url }, projects('a', 'b'))).stdout)['project'], null);
      client.peer.answer({ status: 500 });
      const { code, stderr } = await sendEvent();
      assert.equal(code, 2);
      assert.match(stderr, /No project is selected.*svc projects use/);
      assert.deepEqual(client.peer.requests, []);
      const details = [{ path: 'project_id', reason: 'is required' }];
      client.peer.answer({
        status: 400,
        body: { error: 'invalid_request', message: 'project_id: is required', details },
      });
      const refused = await svc(['logs', 'query'], env);
      assert.deepEqual([refused.code, json(refused.stderr)['status']], [1, 400]);
      assert.match(refused.stderr, /svc projects use/);
    });

    it('takes the project of --project by ID or slug, and fails if it cannot be used', async () => {
      for (const given of ['b', 'id-b']) {
        const { stdout, stderr } = await logInTo({}, projects('a', 'b', 'c'), '--project', given);
        assert.deepEqual(json(stdout)['project'], { id: 'id-b', slug: 'b' }, stderr);
        assert.equal((config() as JsonObject)['project'], 'id-b');
      }
      const { code, stdout, stderr } = await logInTo({}, projects('a'), '--project', 'b');
      assert.deepEqual([code, stdout, json(stderr)['error']], [5, '', 'not_found']);
    });

    it('sends no token to a default address, where any program may listen', async () => {
      await logInTo({}, projects('shop'));
      client.peer.answer({ status: 500 });
      const { code, stderr } = await sendEvent();
      assert.equal(code, 2);
      assert.match(stderr, /--ingest-url/);
      assert.deepEqual(client.peer.requests, []);
    });

    it('does not take over a profile with a key for another service', async () => {
      const file = path.join(client.directory, 'config', 'config.json');
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, '{"profiles":{"default":{"api_url":"http://other.test","api_key":"k"}}}');
      client.peer.answer({ status: 500 });
      assert.equal((await svc(['login', '--no-browser'], env)).code, 2);
      assert.equal((await svc(['whoami'], env)).code, 3);
      assert.deepEqual(client.peer.requests, []);
    });
  });
});
