import assert from 'node:assert/strict';
import { plainText, type Json } from '../runtime/values/json.js';
import { bundleClient, json } from '../testing/client.js';

const client = await bundleClient();
const { peer, svc } = client;
afterAll(() => client.stop());

describe('output of commands', () => {
  it('prints the unchanged JSON to a pipe', async () => {
    const answer: Json = {
      logs: [{ body: '\u001b[31mred', attributes: { z: '1', a: '2' } }],
      pagination: { has_more: false },
    };
    peer.answer({ body: answer });
    const { code, stdout, stderr } = await svc(['logs', 'query']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(json(stdout), answer);
  });

  it('prints a table of logs and the next page for --output table', async () => {
    peer.answer({
      body: {
        logs: [
          { timestamp: '2026-01-31T12:00:00.123456Z', level: 'error', service_name: 's', body: 'one\ntwo\u001b[2J' },
        ],
        pagination: { has_more: true, next_cursor: 'abc' },
      },
    });
    const { stdout } = await svc(['logs', 'query', '--output', 'table']);
    assert.equal(
      stdout,
      'TIME                      LEVEL  SERVICE  BODY\n' +
        '2026-01-31T12:00:00.123Z  error  s        one two\n' +
        '\nMore results. Next page: add --cursor abc\n',
    );
  });

  it('prints PATH, TYPE and VALUE for a command without its own view', async () => {
    peer.answer({ body: { role: 'ROLE_OWNER', scopes: ['logs:read'] } });
    const { stdout } = await svc(['projects', 'current', '-o', 'table']);
    assert.equal(
      stdout
        .split('\n')
        .map((line) => line.split(/ {2,}/).join('|'))
        .join('\n'),
      'PATH|TYPE|VALUE\n$|object|2 keys\n$.role|string|ROLE_OWNER\n$.scopes|array|1 item\n$.scopes[0]|string|logs:read\n',
    );
  });

  it('colors a table for FORCE_COLOR, not for NO_COLOR and --no-color, and never JSON', async () => {
    peer.answer({ body: { logs: [{ level: 'error', body: 'x' }] } });
    const colored = async (argv: readonly string[], env: Record<string, string>) =>
      (await svc(['logs', 'query', ...argv], { env })).stdout.includes('\u001b[');
    assert.equal(await colored(['-o', 'table'], { FORCE_COLOR: '1' }), true);
    assert.equal(await colored(['-o', 'table'], { FORCE_COLOR: '1', NO_COLOR: '1' }), false);
    assert.equal(await colored(['-o', 'table', '--no-color'], { FORCE_COLOR: '1' }), false);
    assert.equal(await colored([], { FORCE_COLOR: '1' }), false);
  });

  it('prints docs and version without a service', async () => {
    const offline = { env: { SVC_API_URL: 'http://127.0.0.1:1', SVC_API_KEY: '' } };
    assert.match(plainText(json((await svc(['version'], offline)).stdout)['version']), /^\d+\.\d+\.\d+$/);
    const manifest = JSON.parse((await svc(['docs'], offline)).stdout) as { commands: { command: string }[] };
    assert.ok(manifest.commands.some(({ command }) => command === 'logs query'));
    assert.match((await svc(['docs', '--markdown'], offline)).stdout, /^# Commands of `svc`\n/);
  });

  it('prints a response larger than a pipe completely', async () => {
    const logs = Array.from({ length: 5000 }, (_, index) => ({ body: 'x'.repeat(200), log_id: String(index) }));
    peer.answer({ body: { logs } });
    assert.equal((JSON.parse((await svc(['logs', 'query'])).stdout) as { logs: unknown[] }).logs.length, 5000);
  });
});
