import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { sendLogs } from './send.js';

describe('logs.delete', () => {
  const service = `delete-${randomUUID().slice(0, 8)}`;
  let project = '';
  let ids: string[] = [];
  beforeAll(async () => {
    project = await defaultProjectId();
    const records = await sendLogs(
      service,
      ['a', 'b', 'c', 'd'].map((body) => ({ body })),
    );
    ids = records.map((record) => record['log_id'] as string);
  });

  it('deletes a log record with 204 without a body, and omits it from every later read', async () => {
    const [id = '', ...others] = ids;
    const path = `/logs/${id}?project_id=${project}`;
    const answer = await api('DELETE', path);
    assert.deepEqual([answer.status, answer.text], [204, '']);
    const query = `project_id=${project}&service=${service}`;
    const { logs } = await ok('GET', `/logs?${query}&sort=timestamp_asc`);
    assert.deepEqual(
      [...(logs as Json[])].map((log) => log['log_id'] as string),
      others,
    );
    assert.equal((await ok('GET', `/logs/aggregate?${query}&group_by=service`))['total'], 3);
    assert.equal((await ok('GET', `/logs/fields?${query}`))['total'], 3);
    assert.equal((await ok('GET', `/logs/patterns?${query}`))['total'], 3);
    assert.equal((await api('GET', `/logs/${id}/context?project_id=${project}`)).status, 404);
    const next = await ok('GET', `/logs/${others[0]}/context?project_id=${project}`);
    assert.deepEqual(next['before'], []);
    assert.equal((await api('DELETE', path)).status, 404);
  });

  it('answers 404 for an unknown record, 400 for an invalid ID, 403 without the scope', async () => {
    const [, id = ''] = ids;
    assert.equal((await api('DELETE', `/logs/${'0'.repeat(32)}?project_id=${project}`)).status, 404);
    for (const wrong of [id.slice(1), `${id}0`, `${id.slice(1)}g`]) {
      assert.equal((await api('DELETE', `/logs/${wrong}?project_id=${project}`)).status, 400, wrong);
    }
    const reader = await makeKey(['logs:read'], project);
    assert.equal((await api('DELETE', `/logs/${id}`, { key: reader.secret })).status, 403);
    assert.equal((await api('GET', `/logs/${id}/context`, { key: reader.secret })).status, 200);
  });

  it('requires --yes for svc logs delete', async () => {
    const env = { SVC_PROJECT: project };
    const [, id = ''] = ids;
    assert.equal((await svc(['logs', 'delete', id], { env })).code, 2);
    assert.equal((await svc(['logs', 'delete', id, '--yes'], { env })).code, 0);
    assert.equal((await svc(['logs', 'delete', id, '--yes'], { env })).code, 5);
  });
});
