import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { Egress } from './egress.js';
import type { Resolve } from './guarded-lookup.js';

const LOOPBACK = { allow: ['127.0.0.0/8'] };

describe('Egress', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  const serve = async (listener: RequestListener): Promise<string> => {
    const server: Server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const open = (options: ConstructorParameters<typeof Egress>[0] = {}): Egress => {
    const egress = new Egress(options);
    closing.push(() => egress[Symbol.asyncDispose]());
    return egress;
  };

  it('sends a request to a permitted address and returns status, headers and body', async () => {
    const address = await serve((request, response) => {
      request.pipe(response.writeHead(201, { 'x-method': request.method, 'x-key': request.headers['x-key'] }));
    });
    const { status, headers, body } = await open(LOOPBACK).request(`${address}/hook?a=1`, {
      method: 'POST',
      headers: { 'x-key': 'k' },
      body: '{"a":1}',
    });
    assert.deepEqual([status, headers['x-method'], headers['x-key'], body.toString()], [201, 'POST', 'k', '{"a":1}']);
  });

  it('reaches no address that is not public, however it is written', async () => {
    let requests = 0;
    const address = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const { port } = new URL(address);
    const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '0', '[::1]', '[::ffff:127.0.0.1]'];
    const others = [
      '10.0.0.1',
      '169.254.169.254',
      '[fd00:ec2::254]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '100.64.0.1',
    ];
    const egress = open();
    for (const host of [...hosts, ...others])
      await assert.rejects(egress.request(`http://${host}:${port}/`), { failure: 'blocked_address' }, host);
    assert.equal(requests, 0);
  });

  it('refuses a host with any address that is not public', async () => {
    const resolve: Resolve = (_host, _options, callback) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    await assert.rejects(open({ resolve }).request('http://both.example/'), { failure: 'blocked_address' });
  });

  it('sends nothing without TLS to a public address, unless its range is allowed', async () => {
    const resolve: Resolve = (_host, _options, callback) => callback(null, [{ address: '93.184.216.34', family: 4 }]);
    const egress = open({ resolve });
    for (const url of ['http://plain.example/', 'http://93.184.216.34/', 'http://[2606:2800:220:1::1]/'])
      await assert.rejects(egress.request(url), { failure: 'plain_http', isTransient: false }, url);
    const address = await serve((_request, response) => response.end('ok'));
    assert.equal((await open(LOOPBACK).request(address)).status, 200);
  });

  it('connects to the address that was checked, although the name resolves to another one afterwards', async () => {
    const address = await serve((_request, response) => response.end('inside'));
    const answers: LookupAddress[] = [{ address: '192.0.2.1', family: 4 }];
    let lookups = 0;
    const resolve: Resolve = (_host, _options, callback) => {
      lookups += 1;
      callback(null, answers);
      answers[0] = { address: '127.0.0.1', family: 4 };
    };
    const egress = open({ resolve, allow: ['192.0.2.0/24'] });
    const url = `http://rebind.example:${new URL(address).port}/`;
    await assert.rejects(egress.request(url, { timeoutMs: 300 }), { name: 'EgressError' });
    assert.equal(lookups, 1);
    await assert.rejects(egress.request(url, { timeoutMs: 10_000 }), { failure: 'blocked_address' });
  });

  it('follows no redirect', async () => {
    const address = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    assert.equal((await open(LOOPBACK).request(address)).status, 302);
  });

  it('refuses a header that cannot be sent, which no repetition changes', async () => {
    const address = await serve((_request, response) => response.end());
    for (const [name, value] of [
      ['keep-alive', 'timeout=5'],
      ['expect', '100-continue'],
      ['x-key', 'ż'],
    ] as const)
      await assert.rejects(open(LOOPBACK).request(address, { headers: { [name]: value } }), {
        failure: 'invalid_request',
        isTransient: false,
      });
  });

  it('accepts http and https without a user only', async () => {
    const egress = open(LOOPBACK);
    for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user:secret@127.0.0.1/', '/path', 'http://'])
      await assert.rejects(egress.request(url), { failure: 'invalid_url' }, url);
  });

  it('ends a response that is too large, too slow or cut off', async () => {
    const endless = await serve((_request, response) => {
      const write = (): void => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', write);
      };
      write();
    });
    const silent = await serve(() => undefined);
    const dripping = await serve((_request, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(timer));
    });
    const cutOff = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    const egress = open(LOOPBACK);
    await assert.rejects(egress.request(endless, { maxResponseBytes: 1_000_000 }), { failure: 'too_large' });
    await assert.rejects(egress.request(silent, { timeoutMs: 100 }), { failure: 'timeout', isTransient: true });
    await assert.rejects(egress.request(dripping, { timeoutMs: 200 }), { failure: 'timeout' });
    await assert.rejects(egress.request(cutOff), { failure: 'connect', isTransient: true });
  });

  it('distinguishes a name that does not exist from a port without a listener', async () => {
    const listener = createTcpServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    await new Promise((resolve) => listener.close(resolve));
    const egress = open(LOOPBACK);
    await assert.rejects(egress.request(`http://127.0.0.1:${port}/`), { failure: 'connect' });
    const resolve: Resolve = (_host, _options, callback) =>
      callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
    await assert.rejects(open({ resolve }).request('http://absent.example/'), { failure: 'dns' });
  });

  it('checks no address of an origin that the operator trusts, and does of all others', async () => {
    const address = await serve((_request, response) => response.end('{"ok":true}'));
    const other = await serve((_request, response) => response.end());
    const egress = open({ trustedOrigins: [`${address}/realms/one`] });
    assert.deepEqual(await (await egress.fetch(`${address}/any`)).json(), { ok: true });
    await assert.rejects(egress.fetch(other), { failure: 'blocked_address' });
  });

  it('serves libraries that expect fetch', async () => {
    const address = await serve((request, response) => {
      request.pipe(response.writeHead(200, { 'content-type': String(request.headers['content-type']) }));
    });
    const body = new URLSearchParams({ grant_type: 'refresh_token' });
    const response = await open(LOOPBACK).fetch(address, { method: 'POST', body });
    assert.equal(response.headers.get('content-type'), 'application/x-www-form-urlencoded;charset=UTF-8');
    assert.equal(await response.text(), 'grant_type=refresh_token');
  });

  it('stops when its caller does', async () => {
    const silent = await serve(() => undefined);
    const stop = new AbortController();
    const pending = open(LOOPBACK).request(silent, { signal: stop.signal });
    stop.abort(new Error('stopped'));
    await assert.rejects(pending, { message: 'stopped' });
  });
});
