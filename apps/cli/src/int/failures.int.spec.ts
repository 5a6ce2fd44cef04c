import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { bundleClient, json } from '../testing/client.js';

const client = await bundleClient();
const { peer, svc } = client;
afterAll(() => client.stop());

describe('failures of commands', () => {
  it('prints a failure as one JSON object on standard error with the status and its exit code', async () => {
    const codes: readonly [number, number][] = [
      [400, 1],
      [401, 3],
      [403, 4],
      [404, 5],
      [409, 1],
    ];
    for (const [status, exitCode] of codes) {
      peer.answer({ status, headers: { 'x-request-id': 'r1' }, body: { error: 'code', message: 'Text.' } });
      const { code, stdout, stderr } = await svc(['projects', 'current']);
      assert.deepEqual([code, stdout], [exitCode, '']);
      assert.deepEqual(json(stderr), {
        error: 'code',
        message: status === 404 ? `Text. Check the address ${peer.url}/api/v1.` : 'Text.',
        exit_code: exitCode,
        status,
        request_id: 'r1',
      });
      assert.equal(stderr.indexOf('\n'), stderr.length - 1);
    }
  });

  it('explains the possible subjects of a 404', async () => {
    peer.answer({ status: 404, body: { error: 'not_found', message: 'The resource was not found.' } });
    const message = async (argv: readonly string[]) => json((await svc(argv)).stderr)['message'];
    const address = `the address ${peer.url}/api/v1.`;
    assert.equal(
      await message(['flags', 'get', 'nope', '--project', 'shop']),
      `The resource was not found. Check <flag-key> nope, the project shop of --project or SVC_PROJECT (see svc projects list), ${address}`,
    );
    assert.equal(await message(['logs', 'query']), `The resource was not found. Check ${address}`);
  });

  it('exits with code 2 for a usage error and sends nothing', async () => {
    peer.answer({ body: {} });
    const wrong = [
      ['bogus'],
      ['logs', 'bogus'],
      ['logs', 'query', '--bogus'],
      ['logs', 'query', '--limit', 'ten'],
      ['logs', 'query', '--limit', '0'],
      ['logs', 'query', '--since', '-1h'],
      ['logs', 'query', '--sort', 'sideways'],
      ['logs', 'query', '-o', 'yaml'],
      ['--project', '', 'logs', 'query'],
      ['saved-searches', 'list'],
      ['saved-searches', 'list', '--signal', 'logs', '--limit', '101'],
      ['saved-searches', 'get'],
      ['saved-searches', 'get', '..'],
      ['saved-searches', 'create', '--idempotency-key', 'k'],
      ['saved-searches', 'create', '--json', '{}'],
      ['saved-searches', 'create', '--json', '{}', '--idempotency-key', 'not a key'],
      ['saved-searches', 'update', 's', '--expected-version', '1', '--json', '{}', '--file', '-'],
      ['saved-searches', 'delete', 's', '--yes'],
      ['saved-searches', 'delete', 's', '--expected-version', '3'],
      ['saved-searches', 'delete', 's', '--expected-version', '3', '--yes=false'],
      ['whoami', '--profile', 'nobody'],
      ['invitations', 'create', 'a@b.c', '--role', 'admin'],
      ['invitations', 'list', '--status', 'bogus'],
      ['logs', 'query', '--level', 'bogus'],
      ['logs', 'patterns', '--level', 'error,bogus'],
      ['logs', 'context', '--log-id', 'xyz'],
      ['settings', 'config', 'list', '--type', 'bogus'],
      ['settings', 'codehost', 'set', '--repo', 'bad'],
      ['metrics', 'forecast', 'm', '--interval', '7s'],
      ['metrics', 'forecast', 'm', '--horizon', 'abc'],
      ['usage', '--period', '2026-13'],
      ['traces', 'get', 'zzz'],
      ['projects', 'create', 'x', '--slug', 'Bad Slug'],
      ['projects', 'update', 'p'],
      ['events', 'names', '--property-key', 'a'],
      ['apikey', 'create'],
      ['apikey', 'create', '--name', 'x', '--scope', 'everything'],
      ['issues', 'snooze', '0190a5a8-0000-7000-8000-000000000001', '--expected-version', '1', '--for', '10'],
      ['alerts', 'list', '--state', 'firing,loud'],
    ];
    for (const argv of wrong) {
      const { code, stdout, stderr } = await svc(argv);
      assert.deepEqual([code, stdout], [2, ''], argv.join(' '));
      assert.deepEqual(Object.keys(json(stderr)).sort(), ['error', 'exit_code', 'message'], argv.join(' '));
    }
    assert.equal(peer.requests.length, 0);
  });

  it('prints one JSON object if the output or the configuration cannot be written', async () => {
    const full = spawnSync(process.execPath, [client.bundle, 'docs'], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    assert.deepEqual([full.status, json(String(full.stderr))['error']], [1, 'output_failed']);
    const env = { SVC_CONFIG_DIR: path.join(client.bundle, 'config') };
    peer.answer({ body: { id: 'p1', slug: 'shop', state: 'active' } });
    const { code, stderr } = await svc(['projects', 'use', 'shop'], { env });
    assert.deepEqual([code, json(stderr)['error']], [1, 'config_error']);
  });
});
