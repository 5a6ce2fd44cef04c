import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@svc/testing';
import { theService } from '../topology.js';

const run = promisify(execFile);

/** The Node of the machine where it is older than that of the repository, since the client supports it. */
const MACHINE_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => existsSync(file)) ?? process.execPath;

describe('the client that the service serves', () => {
  let prefix: string;
  beforeAll(async () => {
    prefix = await mkdtemp(path.join(tmpdir(), 'svc-install-'));
  });
  afterAll(() => rm(prefix, { recursive: true, force: true }));

  it('installs the client with npm without any other source, for the Node of the machine', async () => {
    const { httpUrl, apiKey } = theService();
    // No registry is reachable: the package has no dependencies.
    const offline = ['--registry', 'http://127.0.0.1:9', '--fetch-retries', '0', '--no-audit', '--no-fund'];
    const cache = ['--cache', path.join(prefix, 'cache'), '--update-notifier=false'];
    await run('npm', ['install', '--global', '--prefix', prefix, ...offline, ...cache, `${httpUrl}/cli.tgz`]);
    const svc = async (args: readonly string[]) => {
      const { stdout } = await run(MACHINE_NODE, [path.join(prefix, 'bin', 'svc'), ...args], {
        env: { PATH: process.env['PATH'], SVC_API_URL: httpUrl, SVC_API_KEY: apiKey, SVC_CONFIG_DIR: prefix },
      });
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const { version } = JSON.parse(await readFile(path.join(ROOT, 'apps/gateway/package.json'), 'utf8')) as {
      version: string;
    };
    assert.deepEqual(await svc(['version']), { version });
    assert.ok((await svc(['whoami']))['organization']);
  });

  it('serves the client again only after it has changed', async () => {
    const url = `${theService().httpUrl}/cli.tgz`;
    const first = await fetch(url);
    assert.deepEqual([first.status, first.headers.get('content-type')], [200, 'application/gzip']);
    const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    assert.equal(again.status, 304);
  });
});
