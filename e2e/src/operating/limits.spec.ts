import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually, ROOT, startStandalone, type Topology } from '@svc/testing';
import { topologyKind } from '../topology.js';

const run = promisify(execFile);
const DAY_MS = 86_400_000;
const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone('limits that the operator gives a project', () => {
  let service: Topology;
  beforeAll(async () => {
    service = await startStandalone();
  });
  afterAll(() => service.stop());

  const admin = async (...options: string[]): Promise<string> => {
    const program = path.join(ROOT, 'apps/standalone/dist/services/svc-admin.js');
    const env = { SVC_STATE_DIR: path.join(service.directory, 'state') };
    return (await run(process.execPath, [program, 'project', 'default', ...options], { env })).stdout.trim();
  };
  const send = async (body: string, ageDays: number): Promise<number> => {
    const timeUnixNano = String(BigInt(Date.now() - ageDays * DAY_MS) * 1_000_000n);
    const logRecords = [{ timeUnixNano, body: { stringValue: body } }];
    const answer = await fetch(`${service.ingestUrl}/v1/logs`, {
      method: 'POST',
      headers: { 'x-svc-api-key': service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const bodies = async (): Promise<string[]> => {
    const start = new Date(Date.now() - 80 * DAY_MS).toISOString();
    const headers = { 'x-svc-api-key': service.apiKey };
    const { projects } = (await (await fetch(`${service.httpUrl}/api/v1/projects`, { headers })).json()) as {
      projects: { id: string }[];
    };
    const query = `project_id=${projects[0]?.id}&start_time=${start}&limit=100`;
    const answer = await fetch(`${service.httpUrl}/api/v1/logs?${query}`, { headers });
    const { logs = [] } = (await answer.json()) as { logs?: { body: string }[] };
    return logs.map(({ body }) => body);
  };

  it('keeps the data of a project for longer after a change of its retention', async () => {
    assert.match(await admin(), /^default: kept for 30 days, quota of the setting/);
    assert.match(await admin('--retention-days', '90'), /^default: kept for 90 days/);
    await eventually('records of sixty days ago are accepted', async () => {
      assert.equal(await send('sixty days ago', 60), 200);
      return (await bodies()).includes('sixty days ago');
    });
    assert.match(await admin('--retention-days', '30'), /^default: kept for 30 days/);
    await eventually('they are hidden again', async () => !(await bodies()).includes('sixty days ago'));
  });

  it('keeps one signal for another time than the others', async () => {
    assert.match(await admin('--logs-retention-days', '7'), /^default: kept for 30 days \(logs 7\)/);
    await eventually('records of ten days ago are rejected', async () => {
      await send(`ten days ago ${Date.now()}`, 10);
      await send('now', 0);
      return (await bodies()).includes('now') && !(await bodies()).some((body) => body.startsWith('ten days ago'));
    });
    assert.match(await admin('--logs-retention-days', 'default'), /^default: kept for 30 days, /);
    await eventually('they are accepted again', async () => {
      await send('ten days ago, accepted', 10);
      return (await bodies()).includes('ten days ago, accepted');
    });
  });

  it('refuses requests beyond the quota, and accepts everything else', async () => {
    assert.match(await admin('--quota-bytes', '300'), /quota 300 bytes$/);
    await eventually('the quota is used up', async () => (await send('x'.repeat(200), 0)) === 429);
    assert.match(await admin('--quota-bytes', 'none'), /quota none$/);
    await eventually('everything is accepted', async () => (await send('again', 0)) === 200);
    await assert.rejects(admin('--quota-bytes', 'many'), { code: 2 });
    await assert.rejects(admin('--retention-days', '31'), { code: 2 });
  });
});
