import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { sendLogs } from './send.js';

describe('the explanation of a search for log records', () => {
  const service = `explain-${randomUUID().slice(0, 8)}`;
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
    await sendLogs(service, [{ body: 'payment refused', attributes: { 'http.route': '/pay' } }]);
  });
  const query = (q: string, more = '') =>
    `/logs?project_id=${project}&service=${service}&q=${encodeURIComponent(q)}${more}`;

  it('explains how each condition of a search was resolved, beside the records', async () => {
    const answer = await ok('GET', query('payment -http.route:"/other"', '&explain=true'));
    assert.equal([...(answer['logs'] as Json[])].length, 1);
    const explanation = answer['explanation'];
    assert.equal(explanation['query'], 'payment AND NOT http.route:"/other"');
    assert.deepEqual(explanation['filters'], ['service']);
    assert.deepEqual(explanation['conditions'], [
      {
        position: 1,
        test: 'equals',
        negated: false,
        places: [{ kind: 'column', name: 'body', type: 'text', index: 'body_tokens' }],
      },
      {
        position: 21,
        field: 'http.route',
        test: 'equals',
        negated: true,
        places: [
          { kind: 'attribute', name: 'http.route', type: 'keyword' },
          { kind: 'resource_attribute', name: 'http.route', type: 'keyword' },
        ],
      },
    ]);
    assert.ok(Number(explanation['max_records_read']) >= 1);
    assert.ok(Date.parse(explanation['start_time']) < Date.parse(explanation['end_time']));
    assert.equal((await ok('GET', query('payment')))['explanation'], undefined);
  });

  it('refuses an explanation where the query is refused', async () => {
    const { status, json: error } = await api('GET', query('(payment', '&explain=true'));
    assert.deepEqual([status, error['error']], [400, 'invalid_request']);
    assert.equal((await api('GET', query('payment', '&explain=perhaps'))).status, 400);
  });
});
