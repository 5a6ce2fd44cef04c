import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { sendLogs } from './send.js';

describe('the patterns of logs', () => {
  const service = `patterns-${randomUUID().slice(0, 8)}`;
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
    await sendLogs(service, [
      ...Array.from({ length: 20 }, (_, index) => ({
        body: `user ${index} (${randomUUID()}) logged in from 10.0.0.${index}`,
        severityNumber: 9,
        agoMs: index * 3_600_000,
      })),
      { body: 'connection refused', severityNumber: 17 },
    ]);
  });

  it('groups log records that differ in numbers, IDs and addresses', async () => {
    const answer = await ok('GET', `/logs/patterns?project_id=${project}&service=${service}`);
    assert.deepEqual(
      [answer['total'], answer['scanned'], answer['sampled'], answer['pattern_count']],
      [21, 21, false, 2],
    );
    const [login, refused] = [answer['patterns'][0], answer['patterns'][1]];
    assert.equal(login?.['template'], 'user <number> (<uuid>) logged in from <ip>');
    assert.deepEqual(
      [login?.['count'], login?.['level'], (login?.['trend'] as Json[] | undefined)?.length],
      [20, 'info', 24],
    );
    assert.match(login?.['pattern_id'] ?? '', /^[0-9a-f]{16}$/);
    assert.match(login?.['sample_log_id'] ?? '', /^[0-9A-F]{32}$/);
    assert.equal(refused?.['template'], 'connection refused');
    const errors = await ok('GET', `/logs/patterns?project_id=${project}&service=${service}&level=error`);
    assert.equal(errors['patterns']?.[0]?.['pattern_id'], refused?.['pattern_id']);
    assert.equal(errors['patterns']?.[0]?.['share'], 1);
  });

  it('refuses an invalid number of patterns', async () => {
    for (const query of ['limit=0', 'min_count=0', 'level=loud', 'limit=x']) {
      const { status, json: error } = await api('GET', `/logs/patterns?project_id=${project}&${query}`);
      assert.deepEqual([status, error['error']], [400, 'invalid_request'], query);
    }
  });

  it('offers a command for the patterns of logs', async () => {
    const env = { SVC_PROJECT: project };
    const args = ['logs', 'patterns', '--service', service, '--min-count', '2', '--limit', '5'];
    const { patterns } = await json(args, { env });
    assert.equal((patterns as object[]).length, 1);
    assert.match((await svc([...args, '-o', 'table'], { env })).stdout, /20 +95.2 % +info .*user <number>/);
  });
});
