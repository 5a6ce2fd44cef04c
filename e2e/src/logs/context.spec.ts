import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { sendLogs } from './send.js';

describe('the context of a log record', () => {
  const service = `context-${randomUUID().slice(0, 8)}`;
  let project = '';
  let ids: string[] = [];
  beforeAll(async () => {
    project = await defaultProjectId();
    const sent = Array.from({ length: 9 }, (_, index) => ({
      body: `line ${index}`,
      agoMs: (9 - index) * 60_000 * index,
    }));
    const records = await sendLogs(service, sent, { 'host.name': 'node-1' });
    await sendLogs(service, [{ body: 'elsewhere' }], { 'host.name': 'node-2' });
    ids = records.map((record) => record['log_id'] as string);
  });
  const getIds = (logs: unknown): string[] => (logs as Json[]).map((log) => log['log_id'] as string);

  it('returns what the same sender logged before and after a record', async () => {
    const [log = ''] = ids.slice(4);
    const answer = await ok('GET', `/logs/${log}/context?project_id=${project}&before=3&after=2`);
    assert.equal(answer['log']?.['log_id'], log);
    assert.deepEqual(getIds(answer['before']), ids.slice(1, 4));
    assert.deepEqual(getIds(answer['after']), ids.slice(5, 7));
    assert.deepEqual([answer['has_more_before'], answer['has_more_after']], [true, true]);
    const all = await ok('GET', `/logs/${log}/context?project_id=${project}`);
    assert.deepEqual([...getIds(all['before']), log, ...getIds(all['after'])], ids);
  });

  it('requires exactly 32 uppercase hexadecimal digits, of an existing record', async () => {
    const [id = ''] = ids;
    const wrong = [id.toLowerCase(), id.slice(1), `${id}0`, `${id.slice(1)}G`, `{${id}}`, '%20', `${id.slice(1)}%00`];
    for (const given of wrong.filter((text) => text !== id)) {
      const { status, json: error } = await api('GET', `/logs/${given}/context?project_id=${project}`);
      assert.deepEqual([status, error['error']], [400, 'invalid_request'], given);
    }
    for (const unknown of ['0'.repeat(32), 'F'.repeat(32), `${id.slice(0, 16)}${'0'.repeat(16)}`]) {
      assert.equal((await api('GET', `/logs/${unknown}/context?project_id=${project}`)).status, 404);
    }
    assert.equal((await api('GET', `/logs/${id}/context?project_id=${project}&before=-1`)).status, 400);
  });

  it('offers a command for the context of a record', async () => {
    const env = { SVC_PROJECT: project };
    const [id = ''] = ids.slice(4);
    const answer = await json(['logs', 'context', '--log-id', id, '--before', '1', '--after', '2'], { env });
    assert.deepEqual(getIds(answer['after'] as Json), ids.slice(5, 7));
    assert.match((await svc(['logs', 'context', '--log-id', id, '-o', 'table'], { env })).stdout, /→ .*line/);
    assert.equal((await svc(['logs', 'context'], { env })).code, 2);
    assert.equal((await svc(['logs', 'context', '--log-id', '0'.repeat(32)], { env })).code, 5);
  });
});
