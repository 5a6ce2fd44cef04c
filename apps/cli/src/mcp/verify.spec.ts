import assert from 'node:assert/strict';
import { createMcpHandler, McpServer, type CreateMcpHandlerOptions } from '@modelcontextprotocol/server';
import { runCommandLine } from '../cli.js';
import { CATALOG } from '../commands/index.js';
import { plainText, type JsonObject } from '../runtime/values/json.js';
import { fakeIo } from '../testing/fake-io.js';

const ENV = { SVC_API_URL: 'http://svc.test/observe/api/v1', SVC_API_KEY: 'the-key' };

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly authorization: string | null;
  readonly called: unknown;
}

type Respond = (
  request: Request,
  message: { readonly method?: string; readonly id?: number },
) => Promise<Response> | Response;

/** Runs `svc mcp verify` against what answers its requests. */
async function verify(
  respond: Respond,
  options: { readonly isTerminal?: boolean; readonly env?: Record<string, string> } = {},
) {
  const sent: Sent[] = [];
  const io = fakeIo({
    env: options.env ?? ENV,
    columns: 80,
    isTerminal: options.isTerminal ?? false,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const message = JSON.parse(await request.clone().text()) as { method?: string; id?: number };
      const { url, method, headers } = request;
      sent.push({ url, method, authorization: headers.get('authorization'), called: message.method });
      return respond(request, message);
    },
  });
  const code = await runCommandLine(['mcp', 'verify'], CATALOG, io);
  return { code, sent, ...io.written };
}

const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject;

/** A real server of the SDK with some tools, one of which fails the test when it is called. */
function serverOf(tools: number, options: CreateMcpHandlerOptions = {}): Respond {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'fixture', version: '4.5.6' });
    for (let index = 0; index < tools; index += 1) {
      const description = `Finds number ${index}. It does so by looking at all the numbers there are, one after the other.`;
      server.registerTool(`find_${index}`, { description }, () => assert.fail('a tool was called'));
    }
    return server;
  }, options);
  return (request) => handler.fetch(request);
}

/** The body of a refusal by the service. */
const refusalOf = (message: string, error = 'permission_denied') => ({ error, message });

/** The refusals of the guard of the endpoint in the gateway, in its words. */
const REFUSALS = [
  [401, 3, 'unauthenticated', 'The MCP endpoint takes an API key or an access token as Authorization: Bearer.'],
  [403, 4, 'permission_denied', 'A publishable key cannot use the MCP endpoint.'],
  [403, 4, 'permission_denied', 'Pages of this origin cannot use the MCP endpoint.'],
  [
    403,
    4,
    'permission_denied',
    'The host of the request is not that of the service. Set SVC_PUBLIC_URL to the address that clients use.',
  ],
] as const;

describe('mcp verify', () => {
  for (const responseMode of ['json', 'sse'] as const) {
    it(`performs both handshakes and lists the tools with a server that answers with ${responseMode}`, async () => {
      const { code, stdout, stderr, sent } = await verify(serverOf(3, { responseMode }));
      assert.deepEqual([code, stderr], [0, '']);
      const { ok, endpoint, handshakes, tools } = parse(stdout) as Record<string, JsonObject[]>;
      assert.deepEqual([ok, endpoint], [true, 'http://svc.test/observe/mcp']);
      const server = { name: 'fixture', version: '4.5.6' };
      assert.deepEqual(
        handshakes?.map((each) => [each['method'], each['revision'], each['status'], each['server']]),
        [
          ['initialize', '2025-11-25', 'ok', server],
          ['server/discover', '2026-07-28', 'ok', server],
        ],
      );
      assert.deepEqual(
        tools?.map(({ name }) => name),
        ['find_0', 'find_1', 'find_2'],
      );
      assert.deepEqual(sent.map(({ called }) => called).sort(), [
        'initialize',
        'notifications/initialized',
        'server/discover',
        'tools/list',
      ]);
      for (const { url, method, authorization } of sent)
        assert.deepEqual([url, method, authorization], ['http://svc.test/observe/mcp', 'POST', 'Bearer the-key']);
    });
  }

  it('fits a terminal of 80 columns', async () => {
    const { code, stdout } = await verify(serverOf(2), { isTerminal: true, env: { ...ENV, NO_COLOR: '1' } });
    assert.equal(code, 0);
    for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line);
    assert.match(stdout, /2025-11-25 +initialize +ok +fixture 4\.5\.6: tools/);
    assert.match(stdout, /2 tools, as this credential sees them/);
    assert.match(stdout, /find_1 +Finds number 1\.\n/);
  });

  it('reports a server that speaks only the newer revision, and lists its tools', async () => {
    const { code, stdout, stderr } = await verify(serverOf(1, { legacy: 'reject' }));
    const { ok, handshakes, tools } = parse(stdout) as Record<string, JsonObject[]>;
    assert.deepEqual([code, ok], [1, false]);
    assert.deepEqual(
      handshakes?.map(({ status }) => status),
      ['failed', 'ok'],
    );
    assert.equal(tools?.length, 1);
    assert.equal(parse(stderr)['exit_code'], 1);
  });

  it('follows initialize: what else fails is a warning', async () => {
    const serve = serverOf(2);
    const without =
      (method: string): Respond =>
      (request, message) =>
        message.method === method ? new Response('no', { status: 500 }) : serve(request, message);
    const { code, stdout, stderr } = await verify(without('server/discover'));
    const { ok, handshakes, tools } = parse(stdout) as Record<string, JsonObject[]>;
    assert.deepEqual([code, ok, stderr, tools?.length], [0, true, '', 2]);
    assert.deepEqual(
      handshakes?.map(({ status }) => status),
      ['ok', 'warning'],
    );
    const unlisted = await verify(without('tools/list'));
    assert.equal(unlisted.code, 0);
    assert.match(plainText((parse(unlisted.stdout)['tools'] as JsonObject)['message']), /status 500/);
    const later = await verify((request, message) =>
      message.method === 'initialize' ? new Response('', { status: 404 }) : serve(request, message),
    );
    assert.deepEqual([later.code, parse(later.stderr)['error']], [1, 'mcp_revision']);
  });

  it('says why the tools are not listed, instead of counting none', async () => {
    const refuse = (): Response =>
      Response.json(refusalOf('A publishable key cannot use the MCP endpoint.'), { status: 403 });
    assert.equal('tools' in parse((await verify(refuse)).stdout), false);
    const { stdout } = await verify(refuse, { isTerminal: true, env: { ...ENV, NO_COLOR: '1' } });
    assert.match(stdout, /^The tools cannot be listed: .*A publishable key cannot use the MCP endpoint\./m);
    assert.doesNotMatch(stdout, /0 tools/);
  });

  it('repeats the reason of a refusal on one line of bounded length', async () => {
    const message = `\u001b[2J\nleave ${'x'.repeat(5_000)}`;
    for (const body of [
      { error: 'e', message },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message } },
    ]) {
      const said = plainText(parse((await verify(() => Response.json(body, { status: 403 }))).stderr)['message']);
      assert.match(said, /leave x{200,300}…/);
      // eslint-disable-next-line no-control-regex -- these must not be there
      assert.doesNotMatch(said, /[\u0000-\u001f]/);
    }
  });

  const html = { 'content-type': 'text/html; charset=utf-8' };
  const asJson = { 'content-type': 'application/json' };
  const result =
    (value: object) =>
    (_: Request, { id }: { id?: number }) =>
      Response.json({ jsonrpc: '2.0', id, result: value });
  const FAILURES: readonly [string, Respond, number, string, RegExp][] = [
    ['401', () => new Response('{}', { status: 401, headers: asJson }), 3, 'unauthenticated', /refused the credential/],
    ['403', () => new Response('no', { status: 403 }), 4, 'permission_denied', /status 403/],
    ...REFUSALS.map(([status, exitCode, error, message]): [string, Respond, number, string, RegExp] => [
      message,
      () => Response.json(refusalOf(message, error), { status }),
      exitCode,
      error,
      new RegExp(`${message} \\(status ${status}\\)$`),
    ]),
    [
      '404',
      () => new Response('Not found', { status: 404 }),
      5,
      'mcp_not_served',
      /does not serve MCP at http:\/\/svc\.test/,
    ],
    [
      '404 of the API',
      () => Response.json({ error: 'not_found' }, { status: 404 }),
      5,
      'mcp_not_served',
      /does not serve MCP/,
    ],
    ['405', () => new Response('', { status: 405 }), 5, 'mcp_not_served', /does not serve MCP/],
    [
      '503',
      () => new Response('', { status: 503, headers: { 'retry-after': '7' } }),
      1,
      'http_error',
      /failed \(status 503\)/,
    ],
    ['a redirect', () => new Response(null, { status: 307, headers: { location: '/' } }), 1, 'http_error', /redirect/],
    ['a page', () => new Response('<html>', { headers: html }), 1, 'not_mcp', /Content-Type text\/html/],
    ['no Content-Type', () => new Response(null), 1, 'not_mcp', /no Content-Type/],
    ['JSON of something else', () => Response.json({ ok: true }), 1, 'not_mcp', /not JSON-RPC/],
    ['text that is no JSON', () => new Response('{', { headers: asJson }), 1, 'not_mcp', /not JSON-RPC/],
    [
      'a stream that ends early',
      () =>
        new Response('data: {"jsonrpc":"2.0","method":"x"}\n\n', { headers: { 'content-type': 'text/event-stream' } }),
      1,
      'not_mcp',
      /ended without a response/,
    ],
    [
      'a response without a result',
      (_, { id }) => Response.json({ jsonrpc: '2.0', id }),
      1,
      'not_mcp',
      /no JSON-RPC response/,
    ],
    [
      'another revision',
      result({ protocolVersion: '2024-11-05' }),
      1,
      'mcp_revision',
      /does not speak MCP 2025-11-25; it offers 2024-11-05/,
    ],
    [
      'an error of JSON-RPC',
      (_, { id }) => Response.json({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Broken.' } }),
      1,
      'mcp_error',
      /initialize was refused: Broken\. \(code -32603\)/,
    ],
    [
      'an unsupported revision',
      (_, { id }) =>
        Response.json(
          { jsonrpc: '2.0', id, error: { code: -32022, message: 'x', data: { supported: ['2027-01-01'] } } },
          { status: 400 },
        ),
      1,
      'mcp_error',
      /supports other revisions of MCP: 2027-01-01/,
    ],
  ];
  it.each(FAILURES)('exits with a code of its own for %s', async (_, respond, exitCode, error, message) => {
    const { code, stdout, stderr, sent } = await verify(respond);
    const failure = parse(stderr);
    assert.deepEqual([code, failure['error'], failure['exit_code']], [exitCode, error, exitCode]);
    assert.match(plainText(failure['message']), message);
    assert.equal(parse(stdout)['ok'], false);
    assert.deepEqual(sent.map(({ called }) => called).sort(), ['initialize', 'server/discover']);
    assert.doesNotMatch(stdout + stderr, /the-key/);
  });

  it('keeps the time after which to try again', async () => {
    const { stderr } = await verify(() => new Response('', { status: 429, headers: { 'retry-after': '7' } }));
    assert.deepEqual([parse(stderr)['status'], parse(stderr)['retry_after']], [429, 7]);
  });

  it('sends nothing without a credential, and none to an unreachable server', async () => {
    const { code, sent } = await verify(() => assert.fail(), { env: { SVC_API_URL: ENV.SVC_API_URL } });
    assert.deepEqual([code, sent], [3, []]);
    const lost = await verify(() => Promise.reject(new TypeError('fetch failed')));
    assert.deepEqual([lost.code, parse(lost.stderr)['error']], [1, 'unreachable']);
  });

  it('stops at a server whose pages of tools never end', async () => {
    const { stdout, sent } = await verify((request, { method, id }) => {
      if (method === 'tools/list')
        return Response.json({ jsonrpc: '2.0', id, result: { tools: [{ name: 'x' }], nextCursor: 'c' } });
      if (method !== 'server/discover') return new Response(null, { status: 404 });
      const capabilities = { tools: {} };
      return Response.json({ jsonrpc: '2.0', id, result: { supportedVersions: ['2026-07-28'], capabilities } });
    });
    assert.match(plainText((parse(stdout)['tools'] as JsonObject)['message']), /more than 100 pages of tools/);
    assert.equal(sent.filter(({ called }) => called === 'tools/list').length, 100);
  });
});

describe('mcp endpoint', () => {
  it('prints the address without asking for anything', async () => {
    for (const [isTerminal, expected] of [
      [true, 'http://svc.test/observe/mcp\n'],
      [false, `{\n  "endpoint": "http://svc.test/observe/mcp"\n}\n`],
    ] as const) {
      const io = fakeIo({ env: ENV, isTerminal });
      assert.equal(await runCommandLine(['mcp', 'endpoint'], CATALOG, io), 0);
      assert.equal(io.written.stdout, expected);
    }
  });
});
