import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { theService } from '../topology.js';
import { makeProject, sendLog } from './project.js';

const NAMES = ['traces', 'logs', 'metrics', 'events', 'replay'];

describe('the status of ingestion', () => {
  it('says what a project received, stored and rejected, and nothing of another project', async () => {
    const [used, idle] = [await makeProject(), await makeProject()];
    const { secret } = await makeKey(['telemetry:write', 'usage:read'], used.id);
    const before = Date.now();
    for (let index = 0; index < 3; index += 1) assert.equal(await sendLog(secret), 200);
    assert.equal(await sendOldLog(secret), 200);
    const { logs, signals } = await eventually('four requests are counted', async () => {
      const answer = await ok('GET', '/ingest/status', { key: secret });
      const all = [...(answer['signals'] as Json[])];
      const found = all.find((signal) => (signal['signal'] as string) === 'logs');
      return (found?.['requests'] as unknown as number) === 4 && { logs: found as Json, signals: all };
    });
    assert.deepEqual(
      signals.map((signal) => signal['signal'] as string),
      NAMES,
    );
    assert.equal(logs['items'], 3);
    assert.ok((logs['items_per_minute'] as unknown as number) > 0);
    for (const name of ['first_received_at', 'last_received_at']) {
      const time = Date.parse(logs[name]);
      assert.ok(time >= before - 1_000 && time <= Date.now(), name);
    }
    const [rejected] = logs['rejected'] as unknown as Json[];
    assert.deepEqual([rejected?.['reason'], rejected?.['items']], ['timestamp_too_old', 1]);
    assert.match(String(rejected?.['explanation']), /retention/);

    const others = (await ok('GET', `/ingest/status?project_id=${idle.id}`))['signals'] as unknown as Json[];
    assert.deepEqual(
      others.map((signal) => [signal['signal'], signal['items'], signal['last_received_at']]),
      NAMES.map((name) => [name, 0, undefined]),
    );
  });

  it('requires the scope usage:read', async () => {
    const { secret } = await makeKey(['telemetry:write', 'logs:read'], (await makeProject()).id);
    const refused = await api('GET', '/ingest/status', { key: secret });
    assert.deepEqual([refused.status, refused.json['error']], [403, 'permission_denied']);
  });

  it('is shown by svc doctor', async () => {
    const { secret } = await makeKey(['telemetry:write', 'usage:read'], (await makeProject()).id);
    const env = { SVC_API_KEY: secret };
    const ingestion = async () => {
      const { checks } = (await json(['doctor'], { env })) as unknown as { checks: Json[] };
      return checks.find(({ check }) => (check as string) === 'ingestion') as Json;
    };
    const empty = await ingestion();
    assert.match(empty['message'], /; nothing has arrived yet$/);
    assert.match(empty['next'], /OTEL_EXPORTER_OTLP_ENDPOINT/);
    assert.equal(await sendLog(secret), 200);
    await eventually('the log record is counted', async () => /1 log record$/.test((await ingestion())['message']));
    const { stdout } = await svc(['doctor', '-o', 'table'], { env });
    assert.match(stdout, /^clock +ok /m);
  });
});

/** Sends a log record of 2001; answers the status of the request, which is accepted. */
async function sendOldLog(key: string): Promise<number> {
  const logRecords = [{ timeUnixNano: '1000000000000000000', body: { stringValue: 'old' } }];
  const answer = await fetch(`${theService().ingestUrl}/v1/logs`, {
    method: 'POST',
    headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}
