import assert from 'node:assert/strict';
import stringWidth from 'string-width';
import { runCommandLine } from '../cli.js';
import { CATALOG } from '../commands/index.js';
import { plainText, type Json, type JsonObject } from '../runtime/values/json.js';
import { fakeIo, NOW } from '../testing/fake-io.js';

const ENV = {
  SVC_API_URL: 'http://svc.test',
  SVC_INGEST_URL: 'http://ingest.test',
  SVC_API_KEY: 'the-key',
  SVC_PROJECT: 'p',
};
const CHECKS = ['api', 'authentication', 'project', 'ingestion', 'mcp', 'clock'];

interface Prepared {
  readonly status?: number;
  readonly body?: Json;
  readonly date?: string;
}

const rejected = [
  { reason: 'timestamp_too_old', items: 2, explanation: 'The time is before the retention of the project.' },
];
const signals = [
  { signal: 'logs', items: 40, last_received_at: '2026-01-31T11:59:00Z', rejected: [] },
  { signal: 'traces', items: 12, last_received_at: '2026-01-31T11:59:00Z', rejected: [] },
];
const HEALTHY: Readonly<Record<string, Prepared>> = {
  '/api/v1/account': { body: { organization: { name: 'Acme' }, principal: { name: 'laptop' } } },
  '/api/v1/projects/current': { body: { id: 'p', slug: 'shop' } },
  '/api/v1/notifications/deliveries': { body: { deliveries: [] } },
  '/api/v1/ingest/status': { body: { start_time: '2026-01-31T11:00:00Z', signals } },
  '/health/ready': {},
  initialize: {
    body: { protocolVersion: '2025-11-25', serverInfo: { name: 'svc', version: '1.2.3' }, capabilities: { tools: {} } },
  },
  'server/discover': { body: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } },
  'tools/list': { body: { tools: [{ name: 'search_logs' }] } },
};
const lacks = (scope: string): Prepared => ({
  status: 403,
  body: { error: 'permission_denied', message: `The credential lacks the scope ${scope}.` },
});
const MISSING: Prepared = { status: 404, body: { error: 'not_found', message: 'Not found.' } };

interface Options {
  readonly answers?: Readonly<Record<string, Prepared>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTerminal?: boolean;
}

/** Runs the command against a service whose answers differ from those of a healthy one. */
async function doctor({ answers = {}, env = ENV, isTerminal = false }: Options = {}) {
  const prepared: Readonly<Record<string, Prepared>> = { ...HEALTHY, ...answers };
  const io = fakeIo({
    env,
    isTerminal,
    columns: 80,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const path = new URL(request.url).pathname;
      const message = path === '/mcp' ? ((await request.json()) as { method: string; id?: number }) : undefined;
      if (message?.method === 'notifications/initialized') return new Response(null, { status: 202 });
      const { status = 200, body = {}, date } = prepared[message?.method ?? path] ?? MISSING;
      const answer = message && status === 200 ? { jsonrpc: '2.0', id: message.id ?? null, result: body } : body;
      const headers = { 'content-type': 'application/json', date: date ?? new Date(NOW).toUTCString() };
      return new Response(JSON.stringify(answer), { status, headers });
    },
  });
  const code = await runCommandLine(['doctor'], CATALOG, io);
  const { stdout, stderr } = io.written;
  const checks = isTerminal ? [] : (JSON.parse(stdout) as { checks: JsonObject[] }).checks;
  const ofName = (name: string): JsonObject => checks.find(({ check }) => check === name) ?? assert.fail(name);
  const statuses = checks.map(({ status }) => status);
  return { code, stdout, stderr, checks, statuses, ofName };
}

/** An MCP endpoint that refuses every message as the gateway does. */
function refused(message: string): Options {
  const answer = { status: 403, body: { error: 'permission_denied', message } };
  return { answers: { initialize: answer, 'server/discover': answer } };
}

describe('doctor', () => {
  it('checks everything in a fixed order and says what arrived', async () => {
    const { code, checks, statuses, ofName, stderr } = await doctor();
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(
      checks.map(({ check }) => check),
      CHECKS,
    );
    assert.deepEqual(
      statuses,
      CHECKS.map(() => 'ok'),
    );
    assert.equal(ofName('authentication')['message'], 'laptop of Acme');
    assert.equal(
      ofName('ingestion')['message'],
      'http://ingest.test; stored since 11:00 UTC: 40 log records, 12 spans',
    );
    assert.deepEqual(ofName('ingestion')['details'], HEALTHY['/api/v1/ingest/status']?.body);
    assert.equal(ofName('mcp')['message'], 'http://svc.test/mcp, svc 1.2.3, 2025-11-25 and 2026-07-28, 1 tool');
  });

  it('fits a terminal of 80 columns, with what to do beneath each problem', async () => {
    const { stdout } = await doctor({
      isTerminal: true,
      env: { ...ENV, NO_COLOR: '1' },
      answers: {
        '/api/v1/ingest/status': {
          body: { start_time: '2026-01-31T11:00:00Z', signals: [{ ...signals[0], rejected }] },
        },
        '/api/v1/account': { ...HEALTHY['/api/v1/account'], date: new Date(NOW - 60_000).toUTCString() },
        initialize: { status: 401 },
        'server/discover': { status: 401 },
      },
    });
    for (const line of stdout.split('\n')) assert.ok(stringWidth(line) <= 80, line);
    assert.match(stdout, /^ingestion +warning +http:\/\/ingest\.test; stored since 11:00 UTC: 40/m);
    assert.match(stdout, /→ The time is before the retention of the project\./);
    assert.match(stdout, /^mcp +failed /m);
    assert.match(stdout, /^clock +warning +this machine is (59\.5 s|1m 00s) ahead of the service/m);
  });

  it('exits with the code of the first failed check, and says what to do', async () => {
    const cases: readonly [string, Options, number, string, RegExp][] = [
      [
        'an invalid key',
        { answers: { '/api/v1/account': { status: 401, body: {} } } },
        3,
        'authentication',
        /svc login/,
      ],
      ['no key', { env: { ...ENV, SVC_API_KEY: '' } }, 3, 'authentication', /svc login/],
      ['another address', { answers: { '/api/v1/account': MISSING } }, 5, 'api', /address of the API/],
      [
        'a foreign project',
        {
          answers: {
            '/api/v1/projects/current': {
              status: 403,
              body: { error: 'permission_denied', message: 'The key is bound to another project.' },
            },
          },
        },
        4,
        'project',
        /SVC_PROJECT/,
      ],
      ['an unknown project', { answers: { '/api/v1/projects/current': MISSING } }, 5, 'project', /svc projects list/],
      [
        'ingestion that starts',
        { answers: { '/health/ready': { status: 503 } } },
        1,
        'ingestion',
        /Wait until the service/,
      ],
      ['a broken MCP endpoint', { answers: { initialize: { status: 500 } } }, 1, 'mcp', /svc mcp verify/],
      [
        'another host',
        refused(
          'The host of the request is not that of the service. Set SVC_PUBLIC_URL to the address that clients use.',
        ),
        4,
        'mcp',
        /The credential is not the reason\. .*SVC_PUBLIC_URL/,
      ],
      [
        'a publishable key',
        refused('A publishable key cannot use the MCP endpoint.'),
        4,
        'mcp',
        /except publishable keys/,
      ],
    ];
    for (const [name, options, exitCode, failing, next] of cases) {
      const { code, ofName, stderr } = await doctor(options);
      const body = JSON.parse(stderr) as JsonObject;
      assert.deepEqual([code, body['error']], [exitCode, 'doctor_failed'], name);
      assert.equal(ofName(failing)['status'], 'failed', name);
      assert.match(plainText(ofName(failing)['next']), next, name);
    }
  });

  it('repeats why the MCP endpoint refuses', async () => {
    const { ofName } = await doctor(refused('A publishable key cannot use the MCP endpoint.'));
    assert.match(
      plainText(ofName('mcp')['message']),
      /refused the request: A publishable key cannot use the MCP endpoint\./,
    );
  });

  it('warns of an MCP endpoint without server/discover or tools, because initialize is what clients need', async () => {
    for (const method of ['server/discover', 'tools/list']) {
      const { code, ofName } = await doctor({ answers: { [method]: MISSING } });
      const { status, message, next } = ofName('mcp');
      assert.deepEqual([code, status], [0, 'warning'], method);
      assert.match(plainText(message), /svc 1\.2\.3, 2025-11-25.*; The service does not serve MCP/);
      assert.match(plainText(next), /svc mcp verify/);
    }
    const half = await doctor({ answers: { initialize: MISSING } });
    assert.deepEqual([half.code, half.ofName('mcp')['status']], [1, 'failed']);
  });

  it('skips what depends on a failed check', async () => {
    const { statuses } = await doctor({ answers: { '/api/v1/account': { status: 401, body: {} } } });
    assert.deepEqual(statuses, ['ok', 'failed', 'skipped', 'ok', 'skipped', 'ok']);
    const lost = await doctor({ answers: { '/api/v1/account': MISSING } });
    assert.deepEqual(lost.statuses, ['failed', 'skipped', 'skipped', 'ok', 'skipped', 'skipped']);
  });

  it('is content with a service of an earlier version, which serves neither MCP nor the status of ingestion', async () => {
    const { code, ofName } = await doctor({
      answers: {
        '/api/v1/ingest/status': MISSING,
        '/api/v1/usage': { body: { signals: [{ signal: 'logs', items: 1 }] } },
        initialize: MISSING,
        'server/discover': MISSING,
      },
    });
    assert.deepEqual([code, ofName('mcp')['status'], ofName('ingestion')['status']], [0, 'not_served', 'ok']);
    assert.match(plainText(ofName('ingestion')['message']), /stored this month: 1 log record; this version/);
  });

  it('says which scopes a valid key lacks, and does not fail for them', async () => {
    const { code, ofName } = await doctor({
      answers: {
        '/api/v1/account': lacks('account:read'),
        '/api/v1/projects/current': lacks('projects:read'),
        '/api/v1/ingest/status': lacks('usage:read'),
      },
    });
    assert.equal(code, 0);
    assert.deepEqual(
      ['authentication', 'project', 'ingestion'].map((name) => ofName(name)['status']),
      ['ok', 'skipped', 'ok'],
    );
    assert.match(plainText(ofName('authentication')['message']), /lacks the scope account:read/);
    assert.match(plainText(ofName('ingestion')['next']), /usage:read/);
  });

  it('does not take usage of an earlier version that it may not read for nothing', async () => {
    const answers = { '/api/v1/ingest/status': MISSING, '/api/v1/usage': lacks('usage:read') };
    const { code, ofName } = await doctor({ answers });
    assert.deepEqual([code, ofName('ingestion')['status']], [0, 'ok']);
    assert.match(plainText(ofName('ingestion')['message']), /lacks usage:read, so what arrived cannot be shown/);
    assert.match(plainText(ofName('ingestion')['next']), /usage:read/);
  });

  it('is not confused by a failure to read what arrived', async () => {
    const { code, ofName } = await doctor({
      answers: { '/api/v1/ingest/status': { status: 500, body: { message: 'Broken.' } } },
    });
    assert.deepEqual([code, ofName('ingestion')['status']], [0, 'ok']);
    assert.match(plainText(ofName('ingestion')['message']), /what arrived is unknown: Broken\./);
  });

  it('names the setting that permits the addresses of receivers that were refused', async () => {
    const deliveries = [{ reason: 'blocked_address' }, { reason: 'timeout' }];
    const { code, ofName } = await doctor({
      answers: { '/api/v1/notifications/deliveries': { body: { deliveries } } },
    });
    assert.equal(code, 0);
    const { status, message, next } = ofName('project');
    assert.equal(status, 'warning');
    assert.match(plainText(message), /^shop \(p\); 1 notification failed/);
    assert.match(plainText(next), /SVC_EGRESS_ALLOW/);
  });
});
