import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { MemoryStore } from '@svc/cache';
import { startTemporaryServer } from '@svc/relational/testing';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/testing';
import { GatewayUnderTest } from '../testing/gateway.js';

const JSON_ERROR = /\r\ncontent-type: application\/json; charset=utf-8\r\n/i;

describe('HTTP edge', () => {
  let gateway: GatewayUnderTest;
  let key: string;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ timeoutMs: 1000 });
    key = (await gateway.newKey({ projectId: gateway.workspace.projectId })).secret;
  });
  afterAll(() => gateway.stop());
  afterEach(() => {
    gateway.recorder.behave = () => Promise.resolve();
    gateway.recorder.arrivals.splice(0);
  });

  /** Sends bytes as they are and reads until the connection ends. */
  const raw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(gateway.gateway.port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
      let received = '';
      socket.setEncoding('latin1');
      socket.on('data', (chunk: string) => (received += chunk));
      socket.on('error', reject);
      socket.on('close', () => resolve(received));
    });
  const rawGet = (target: string, headers = ''): Promise<string> =>
    raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);

  it('answers an unknown path with the generic 404, with or without a credential', async () => {
    for (const target of [
      '/nothing',
      '/api/v1/nothing',
      '/api/v1/account//',
      '/API/V1/account',
      '//api/v1/account',
      '/docs/nothing',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, text } = await gateway.send(target, { method, key });
        assert.equal(status, 404, target);
        assert.equal(text, '{"error":"not_found","message":"The resource was not found."}');
        assert.equal((await gateway.send(target, { method })).text, text);
      }
    }
  });

  it('answers another method on a known path with 405 and the methods there are', async () => {
    const refused: [string, string, string][] = [
      ['PUT', '/api/v1/account', 'GET, HEAD, OPTIONS'],
      ['PATCH', '/api/v1/search/saved', 'GET, HEAD, OPTIONS, POST'],
      ['HEAD', '/api/v1/account/api-keys/x', 'DELETE, OPTIONS'],
      ['GET', '/api/v1/search/saved/x/duplicate', 'OPTIONS, POST'],
    ];
    for (const [method, target, allow] of refused) {
      const { status, headers, json } = await gateway.send(target, { method });
      assert.equal(status, 405);
      assert.equal(headers.allow, allow);
      if (method !== 'HEAD') assert.equal(json.error, 'method_not_allowed');
    }
  });

  it('answers methods that no path has with 405 on a known path, and with 404 elsewhere', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'SEARCH', 'PURGE', 'QUERY', 'M-SEARCH', 'LOCK']) {
      const known = await gateway.send('/api/v1/logs', { method });
      assert.deepEqual([known.status, known.json.error], [405, 'method_not_allowed'], method);
      assert.equal(known.headers.allow, 'GET, HEAD, OPTIONS');
      assert.equal((await gateway.send('/api/v1/nothing', { method })).status, 404, method);
    }
  });

  it('answers a method that only a template has with 405 on a path of its own', async () => {
    const cases = [
      ['DELETE', '/api/v1/logs/fields', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/api/v1/logs/aggregate?group_by=level', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/api/v1/logs/patterns/', 'GET, HEAD, OPTIONS'],
      ['PUT', '/api/v1/logs/patterns', 'GET, HEAD, OPTIONS'],
      ['PATCH', '/api/v1/flags/local-evaluation', 'GET, HEAD, OPTIONS'],
      ['GET', '/api/v1/account-segments/preview', 'OPTIONS, POST'],
      ['PATCH', '/api/v1/projects/current', 'GET, HEAD, OPTIONS'],
    ] as const;
    for (const [method, target, allow] of cases) {
      const { status, headers, json } = await gateway.send(target, { method, key: gateway.workspace.ownerKey });
      assert.deepEqual([status, json.error, headers.allow], [405, 'method_not_allowed', allow], target);
    }
  });

  it('answers OPTIONS with the methods there are', async () => {
    const { status, headers, text } = await gateway.send('/api/v1/search/saved', { method: 'OPTIONS' });
    assert.deepEqual([status, headers.allow, text], [204, 'GET, HEAD, OPTIONS, POST', '']);
  });

  it('answers HEAD like GET without the body', async () => {
    const get = await gateway.send('/api/v1/account', { key });
    const head = await gateway.send('/api/v1/account', { method: 'HEAD', key });
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal(head.headers['content-length'], get.headers['content-length']);
    assert.equal((await gateway.send('/api/v1/account', { method: 'HEAD' })).status, 401);
  });

  it('answers a malformed request with 400, 408 or 431 in the same shape', async () => {
    const cases: [string, string][] = [
      ['NONSENSE\r\n\r\n', '400'],
      ['GET /sentinel HTTP/9.9\r\n\r\n', '400'],
      ['GET / HTTP/1.1\r\nHost: x\r\nbad header line\r\n\r\n', '400'],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
      [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '431'],
    ];
    for (const [bytes, status] of cases) {
      const answer = await raw(bytes);
      assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), answer.slice(0, 60));
      assert.match(answer, JSON_ERROR);
      const { error, message } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, string>;
      assert.equal(error, 'invalid_request');
      assert.doesNotMatch(message ?? '', /sentinel|xxx/);
    }
  });

  it('answers a path it cannot decode with 400 in the same shape', async () => {
    for (const target of ['/api/v1/search/saved/%zz', '/%', '/%ff%fe']) {
      const answer = await rawGet(target, `X-Request-Id: mine\r\nX-Svc-API-Key: ${key}\r\n`);
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.match(answer, JSON_ERROR);
      assert.match(answer, /\r\nx-request-id: mine\r\n/);
      assert.match(answer, /\{"error":"invalid_request","message":"[^"%]*"\}$/);
    }
  });

  it('refuses a target with a fragment, which readers parse differently', async () => {
    const answer = await rawGet(`/api/v1/logs#?project_id=x`, `X-Svc-API-Key: ${key}\r\n`);
    assert.match(answer, /^HTTP\/1\.1 400 /);
  });

  it('finds the selector in a target of absolute form', async () => {
    const { siblingId } = gateway;
    const answer = await rawGet(`http://x/api/v1/logs?project_id=${siblingId}`, `X-Svc-API-Key: ${key}\r\n`);
    assert.match(answer, /^HTTP\/1\.1 40[34] /);
    assert.deepEqual(gateway.recorder.arrivals, []);
  });

  it('refuses an unescaped query beyond ASCII, and reads an escaped one as UTF-8', async () => {
    const answer = await rawGet('/api/v1/logs?q=caf\xc3\xa9', `X-Svc-API-Key: ${key}\r\n`);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    await gateway.send('/api/v1/logs?q=caf%C3%A9', { key });
    const texts = gateway.recorder.arrivals.map(({ request }) => (request as { q: string }).q);
    assert.deepEqual(texts, ['café']);
  });

  it('refuses a body on an operation without one', async () => {
    const target = '/api/v1/account/api-keys/0199ffff-0000-7000-8000-000000000000';
    const withBody = await gateway.send(target, { method: 'DELETE', key, body: { force: true } });
    assert.equal(withBody.status, 400);
    const withoutBody = await gateway.send(target, {
      method: 'DELETE',
      key,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(withoutBody.status, 404);
  });

  it('says which id a request had, the caller’s where it is harmless', async () => {
    const given = await gateway.send('/nothing', { headers: { 'X-Request-Id': 'abc-1' } });
    assert.equal(given.headers['x-request-id'], 'abc-1');
    const replaced = await gateway.send('/nothing', { headers: { 'X-Request-Id': '<script>' } });
    assert.match(String(replaced.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  });

  it('passes the refusals of a service on, and hides its failures', async () => {
    gateway.recorder.behave = () =>
      Promise.reject(
        new ServiceError('version_conflict', { details: [{ path: 'expected_version', reason: 'is stale' }] }),
      );
    const refused = await gateway.send('/api/v1/logs', { key });
    assert.equal(refused.status, 409);
    assert.deepEqual(refused.json.details, [{ path: 'expected_version', reason: 'is stale' }]);
    gateway.recorder.behave = () => Promise.reject(new ServiceError('unavailable', { retryAfterSeconds: 7 }));
    const away = await gateway.send('/api/v1/logs', { key });
    assert.deepEqual([away.status, away.headers['retry-after']], [503, '7']);
  });

  it('answers 504 when a service takes longer than the limit', async () => {
    gateway.recorder.behave = ({ call }) =>
      new Promise((_, reject) => call.signal.addEventListener('abort', () => reject(call.signal.reason as Error)));
    const { status, json } = await gateway.send('/api/v1/logs', { key });
    assert.deepEqual([status, json.error], [504, 'timeout']);
  });

  it('stops the work behind when the caller leaves', async () => {
    let arrived = (): void => undefined;
    let aborted = false;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    gateway.recorder.behave = ({ call }) =>
      new Promise((_, reject) => {
        call.signal.addEventListener('abort', () => {
          aborted = call.signal.reason instanceof ServiceError && call.signal.reason.code === 'cancelled';
          reject(call.signal.reason as Error);
        });
        arrived();
      });
    const socket = connect(gateway.gateway.port, '127.0.0.1', () =>
      socket.write(`GET /api/v1/logs HTTP/1.1\r\nHost: x\r\nX-Svc-API-Key: ${key}\r\n\r\n`),
    );
    await arrival;
    socket.destroy();
    await eventually('the call is cancelled', () => Promise.resolve(aborted));
  });

  it('reports that it is alive, and whether it is ready, naming failed checks', async () => {
    assert.deepEqual((await gateway.send('/health/live')).json, { status: 'ok' });
    assert.deepEqual((await gateway.send('/health/ready')).json, { status: 'ok', checks: { relational: true } });
    gateway.health.add('sentinel-store', () => Promise.reject(new Error('password=hunter2')));
    const { status, json, headers, text } = await gateway.send('/health/ready');
    assert.equal(status, 503);
    assert.equal(json.error, 'unavailable');
    assert.deepEqual(json.checks, { relational: true, 'sentinel-store': false });
    assert.ok(headers['retry-after']);
    assert.doesNotMatch(text, /hunter2/);
  });
});

describe('HTTP edge with a rate limit', () => {
  it('limits each key separately, and announces the rest and the time to wait', async () => {
    const points = 3;
    const memory = new MemoryStore();
    const limiter = memory.rateLimiter({ name: 'test', points, windowSeconds: 60 });
    const gateway = await GatewayUnderTest.start({ rateLimits: { key: { limiter, points, windowSeconds: 60 } } });
    try {
      const { secret } = await gateway.newKey();
      for (let used = 1; used <= points; used += 1) {
        const { status, headers } = await gateway.send('/api/v1/account', { key: secret });
        assert.equal(status, 200);
        assert.deepEqual([headers['ratelimit-limit'], headers['ratelimit-remaining']], ['3', String(points - used)]);
      }
      const { status, headers, json } = await gateway.send('/api/v1/account', { key: secret });
      assert.deepEqual([status, json.error], [429, 'rate_limited']);
      assert.ok(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 60);
      assert.equal(headers['ratelimit-remaining'], '0');
      assert.equal((await gateway.send('/api/v1/account', { key: gateway.workspace.ownerKey })).status, 200);
    } finally {
      await gateway.stop();
      await memory.close();
    }
  });

  it('limits a publishable key by address, before its visitors use up their shared limit', async () => {
    const memory = new MemoryStore();
    const limit = (name: string, points: number) => ({
      points,
      windowSeconds: 60,
      limiter: memory.rateLimiter({ name, points, windowSeconds: 60 }),
    });
    const gateway = await GatewayUnderTest.start({
      http: { host: '127.0.0.1', port: 0, trustedProxies: ['127.0.0.1'] },
      rateLimits: { publishable: limit('publishable', 2), key: limit('key', 4) },
    });
    try {
      const { status, json } = await gateway.send('/api/v1/account/api-keys', {
        method: 'POST',
        key: gateway.workspace.ownerKey,
        body: { name: 'page', scopes: ['flags:evaluate'], project_id: gateway.workspace.projectId, publishable: true },
      });
      assert.equal(status, 201);
      const { secret } = json as unknown as { secret: string };
      const from = async (address: string) =>
        (await gateway.send('/api/v1/account', { key: secret, headers: { 'X-Forwarded-For': address } })).status;
      // Reading the account is not for publishable keys, which is found out after the rate.
      assert.deepEqual(
        [await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')],
        [403, 403, 429],
        'one address',
      );
      assert.deepEqual(
        [await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8::3')],
        [403, 403, 429],
      );
      assert.equal(await from('192.0.2.7'), 429, 'the key itself is used up');
    } finally {
      await gateway.stop();
      await memory.close();
    }
  });

  it('limits a project by all its keys together, and names each limit', async () => {
    const memory = new MemoryStore();
    const limit = (name: string, points: number) => ({
      points,
      windowSeconds: 60,
      limiter: memory.rateLimiter({ name, points, windowSeconds: 60 }),
    });
    const gateway = await GatewayUnderTest.start({
      rateLimits: { key: limit('key', 10), project: limit('project', 2) },
    });
    try {
      const { projectId } = gateway.workspace;
      const keys = await Promise.all([1, 2, 3].map(() => gateway.newKey({ projectId })));
      const answers = [];
      for (const { secret } of keys) answers.push(await gateway.send('/api/v1/projects/current', { key: secret }));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 429],
      );
      assert.equal(answers[0]?.headers['ratelimit-policy'], '"key";q=10;w=60, "project";q=2;w=60');
      assert.match(String(answers[0]?.headers['ratelimit']), /^"key";r=9;t=\d+, "project";r=1;t=\d+$/);
      assert.equal(answers[0]?.headers['ratelimit-remaining'], '1');
      const sibling = await gateway.newKey({ projectId: gateway.siblingId });
      assert.equal((await gateway.send('/api/v1/projects/current', { key: sibling.secret })).status, 200);
    } finally {
      await gateway.stop();
      await memory.close();
    }
  });
});

describe('HTTP edge without its neighbours', () => {
  it('answers 503 with Retry-After while a service is away, and serves again by itself', async () => {
    const gateway = await GatewayUnderTest.start();
    try {
      const { secret } = await gateway.newKey({ projectId: gateway.workspace.projectId });
      await gateway.stopQuery();
      const away = await gateway.send('/api/v1/logs', { key: secret });
      assert.deepEqual([away.status, away.json.error], [503, 'unavailable']);
      assert.ok(away.headers['retry-after']);
      assert.equal((await gateway.send('/api/v1/account', { key: secret })).status, 200);
      await gateway.startQuery();
      await eventually('the service is reached again', async () => {
        return (await gateway.send('/api/v1/logs', { key: secret })).status === 200;
      });
    } finally {
      await gateway.stop();
    }
  });

  it('answers 503 with Retry-After while the database is away, and says so', async () => {
    const database = await startTemporaryServer({ poolSize: 5 });
    const gateway = await GatewayUnderTest.start({}, undefined, database);
    try {
      await database.stopServer();
      for (const target of ['/api/v1/account', '/health/ready']) {
        const { status, json, headers } = await gateway.send(target, { key: gateway.workspace.ownerKey });
        assert.deepEqual([status, json.error], [503, 'unavailable']);
        assert.ok(headers['retry-after']);
      }
      assert.equal((await gateway.send('/health/live')).status, 200);
      assert.equal((await gateway.send('/api/v1/account')).status, 401);
    } finally {
      await gateway.stop();
    }
  });

  it('finishes running and arriving requests before it stops, and refuses new connections', async () => {
    const gateway = await GatewayUnderTest.start();
    const { secret } = await gateway.newKey({ projectId: gateway.workspace.projectId });
    let release = (): void => undefined;
    let arrived = (): void => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    gateway.recorder.behave = () =>
      new Promise((resolve) => {
        release = resolve;
        arrived();
      });
    const running = gateway.send('/api/v1/logs', { key: secret });
    await arrival;
    const arriving = connect(gateway.gateway.port, '127.0.0.1');
    await new Promise((sent) => arriving.write('GET /docs/guides/nothing HTTP/1.1\r\n', sent));
    const responded = readText(arriving);
    assert.equal((await gateway.send('/health/live')).status, 200);
    const stopped = gateway.gateway.stop();
    arriving.write('Host: x\r\n\r\n');
    assert.match(await responded, /^HTTP\/1\.1 404 [\s\S]*\r\nconnection: close\r\n/i);
    release();
    assert.equal((await running).status, 200);
    await stopped;
    await assert.rejects(gateway.send('/health/live'));
    await gateway.stop();
  });
});
