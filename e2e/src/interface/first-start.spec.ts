import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { standaloneEnvironment } from '@svc/testing';
import { PrintedService } from '../printed-service.js';
import { topologyKind } from '../topology.js';

/** Runs on one process only: only there does the first start print its key to the operator. */
const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone('a first start', () => {
  let directory: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-first-'));
    env = { PATH: process.env['PATH'] ?? '', ...(await standaloneEnvironment(directory)) };
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const url = (): string => `http://127.0.0.1:${env['SVC_HTTP_PORT']}`;
  const isServing = async (key: string): Promise<boolean> =>
    (await fetch(`${url()}/api/v1/account`, { headers: { 'x-svc-api-key': key } })).status === 200;
  /** Starts a service that ends as soon as it serves; returns its output. */
  const serveOnce = async (key?: string): Promise<string> => {
    const service = PrintedService.start(env);
    try {
      await service.welcomed();
      if (key !== undefined) assert.ok(await isServing(key));
    } finally {
      await service.stop();
    }
    return service.printed;
  };

  it('names the setting to change when its port is taken', async () => {
    const other = createServer().listen(Number(env['SVC_HTTP_PORT']), '127.0.0.1');
    await once(other, 'listening');
    const service = PrintedService.start(env);
    assert.equal(await service.ended, 1);
    assert.match(service.printed, /Port \d+ is in use by another program.*SVC_HTTP_PORT/);
    assert.doesNotMatch(service.printed, /svc_org_|\bat .*:\d+:\d+|"level"/);
    other.close();
    await once(other, 'close');
  });

  it('shows the key once on a successful start, and gives it to the command-line client', async () => {
    const [, key = ''] = /API key {3}(svc_org_\S+)/.exec(await serveOnce()) ?? [];
    const { profiles } = JSON.parse(await readFile(path.join(directory, 'config/config.json'), 'utf8')) as {
      profiles: Record<string, { api_key: string; api_url: string }>;
    };
    assert.deepEqual([profiles['default']?.api_key, profiles['default']?.api_url], [key, `${url()}/api/v1`]);
    assert.ok(!(await serveOnce(key)).includes(key));
  });
});
