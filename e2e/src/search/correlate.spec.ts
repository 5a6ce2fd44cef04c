import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { sendLogs } from '../logs/send.js';
import { newTraceId, sendSpans, spanId, untilStored } from '../spans.js';

describe('what belongs to a trace', () => {
  const service = `correlate-${randomUUID().slice(0, 8)}`;
  const person = `ada-${service}`;
  const traceId = newTraceId();
  const logged = newTraceId();
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
    const attributes = { 'session.id': `s-${service}`, 'user.id': person };
    await sendSpans(traceId, [{ id: 1, service, name: 'POST /pay', from: 0, to: 60_000, failed: true, attributes }]);
    await untilStored(project, traceId, 1);
    await sendLogs(service, [
      { body: 'of the trace', traceId, spanId: spanId(1), severityNumber: 17 },
      { body: 'of the session', agoMs: 90_000, attributes: { 'session.id': `s-${service}` } },
      { body: 'of the service', agoMs: 30_000 },
      { body: 'of another trace', agoMs: 30_000, traceId: logged, spanId: spanId(2) },
    ]);
  });
  const correlate = (id: string, query = '') => ok('GET', `/search/correlate/${id}?project_id=${project}${query}`);
  const getList = (answer: Json, list: string): Json[] => [...(answer[list] as Json[])];

  it('returns what belongs to a trace, with the reason for each', async () => {
    const answer = await eventually('all records', async () => {
      const found = await correlate(traceId.toUpperCase());
      return getList(found, 'logs').length >= 3 && found;
    });
    assert.deepEqual(
      getList(answer, 'logs').map((log) => [log['reason'] as string, log['body'] as string]),
      [
        ['trace', 'of the trace'],
        ['session', 'of the session'],
        ['service', 'of the service'],
      ],
    );
    const [error, ...others] = getList(answer, 'errors');
    assert.deepEqual([error?.['source'], error?.['operation'], others], ['span_status', 'POST /pay', []]);
    assert.deepEqual([answer['trace_id'], answer['trace']?.['root_service']], [traceId, service]);
    const errors = await correlate(traceId, '&include=errors');
    assert.deepEqual([getList(errors, 'logs'), getList(errors, 'types').length], [[], 1]);
  });

  it('finds records of a trace without spans, and nothing for an unknown trace', async () => {
    const answer = await correlate(logged);
    assert.deepEqual([answer['trace'], getList(answer, 'logs').length], [undefined, 1]);
    const unknown = await api('GET', `/search/correlate/${newTraceId()}?project_id=${project}`);
    assert.deepEqual([unknown.status, unknown.json['error']], [404, 'not_found']);
  });

  it('refuses an invalid trace ID or type, and a key without the scope', async () => {
    for (const path of [
      'xyz?',
      `${traceId}?include=events`,
      `${traceId}?include=logs&include=logs`,
      `${traceId}?limit=1`,
    ]) {
      const { status, json: error } = await api('GET', `/search/correlate/${path}&project_id=${project}`);
      assert.deepEqual([status, error['error']], [400, 'invalid_request'], path);
    }
    const { secret } = await makeKey(['traces:read'], project);
    assert.equal((await api('GET', `/search/correlate/${traceId}`, { key: secret })).status, 403);
  });

  it('offers a command for what belongs to a trace', async () => {
    const env = { SVC_PROJECT: project };
    const answer = (await json(['search', 'correlate', traceId, '--include', 'logs,metrics'], { env })) as Json;
    assert.deepEqual([getList(answer, 'logs').length, getList(answer, 'errors')], [3, []]);
    const { stdout } = await svc(['search', 'correlate', traceId, '-o', 'table'], { env });
    assert.match(stdout, /logs: 3\nBY +TIME +LEVEL[\s\S]*session[\s\S]*errors: 1/);
    assert.equal((await svc(['search', 'correlate', newTraceId()], { env })).code, 5);
    assert.equal((await svc(['search', 'correlate', traceId, '--include', 'traces'], { env })).code, 2);
  });
});
