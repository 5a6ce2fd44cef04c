import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually, ROOT, startStandalone, type Topology } from '@svc/testing';
import { topologyKind } from '../topology.js';

const run = promisify(execFile);
const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone('what a restored service still knows', () => {
  let service: Topology;
  let state: string;
  beforeAll(async () => {
    service = await startStandalone();
    state = path.join(service.directory, 'state');
  });
  afterAll(() => service.stop());

  const admin = (...options: string[]): Promise<{ stdout: string }> =>
    run(process.execPath, [path.join(ROOT, 'apps/standalone/dist/services/svc-admin.js'), ...options], {
      env: { SVC_STATE_DIR: state },
    });
  const call = (method: string, to: string, headers: Record<string, string>, body?: object): Promise<Response> =>
    fetch(`${service.httpUrl}/api/v1${to}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const owner = (): Record<string, string> => ({ 'x-svc-api-key': service.apiKey });
  const logs = async (project: string): Promise<{ log_id: string; body: string }[]> => {
    const answer = await call('GET', `/logs?project_id=${project}`, owner());
    return ((await answer.json()) as { logs: { log_id: string; body: string }[] }).logs;
  };

  it('continues after a backup that needs a longer pause than is allowed', async () => {
    const target = path.join(service.directory, 'too-long');
    await assert.rejects(admin('backup', target, '--longest-pause', '0.001'), /would stand still for more than 0.001/);
    assert.equal((await call('GET', '/projects', owner())).status, 200);
  });

  it('has the sessions of the backup, and no record that was deleted before it', async () => {
    const signedIn = await call('POST', '/auth/login', {}, service.owner);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((set) => set.split(';')[0] ?? '')
      .join('; ');
    const { projects } = (await (await call('GET', '/projects', owner())).json()) as { projects: { id: string }[] };
    const project = projects[0]?.id ?? '';
    const timeUnixNano = String(BigInt(Date.now()) * 1_000_000n);
    const logRecords = ['kept', 'deleted'].map((stringValue) => ({ timeUnixNano, body: { stringValue } }));
    await fetch(`${service.ingestUrl}/v1/logs`, {
      method: 'POST',
      headers: { ...owner(), 'content-type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
    });
    const found = await eventually('both records are stored', async () => {
      const all = await logs(project);
      return all.length === 2 && all;
    });
    const deleted = found.find(({ body }) => body === 'deleted')?.log_id ?? '';
    assert.ok((await call('DELETE', `/logs/${deleted}?project_id=${project}`, owner())).ok);

    const backup = path.join(service.directory, 'backup');
    await admin('backup', backup);
    await service.processes.get('standalone')?.kill();
    await rm(state, { recursive: true, maxRetries: 20, retryDelay: 100 });
    const { stdout } = await admin('restore', backup);
    assert.match(stdout, /^logs: \d+ rows$/m);
    service.processes.get('standalone')?.start();
    await service.ready();

    assert.deepEqual(
      (await logs(project)).map(({ body }) => body),
      ['kept'],
    );
    assert.equal((await call('GET', '/users/me/sessions', { cookie })).status, 200);
    assert.equal((await call('GET', '/users/me/sessions', {})).status, 401);
  });

  it('refuses a second backup at the same place, and one inside its own data', async () => {
    await assert.rejects(admin('backup', path.join(state, 'backup')), /outside of the state directory/);
    await assert.rejects(admin('backup', path.join(service.directory, 'backup')), /exists/);
  });
});
