import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { sendLogs } from '../logs/send.js';
import { newTraceId, sendSpans, untilStored } from '../spans.js';

describe('a search across signals', () => {
  const service = `search-${randomUUID().slice(0, 8)}`;
  const traceId = newTraceId();
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
    await sendSpans(traceId, [{ id: 1, service, from: 0, to: 100 }]);
    await untilStored(project, traceId, 1);
    await sendLogs(service, [{ body: 'payment refused', severityNumber: 17, traceId, spanId: '0'.repeat(15) + '1' }]);
  });
  const getTypes = (answer: Json): string[] =>
    [...(answer['results'] as Json[])].map((result) => result['type'] as string);

  it('finds records of all signals by words, by fields and by the ID of a trace', async () => {
    const query = `project_id=${project}&service=${service}`;
    const byWords = await ok('GET', `/search?${query}&q=payment`);
    assert.deepEqual(getTypes(byWords), ['logs']);
    const [result] = [...(byWords['results'] as Json[])];
    assert.deepEqual(
      [result?.['title'], result?.['trace_id'], result?.['service_name']],
      ['payment refused', traceId, service],
    );
    const byId = await eventually('both', async () => {
      const answer = await ok('GET', `/search?project_id=${project}&q=${traceId}`);
      return getTypes(answer).length === 2 && answer;
    });
    assert.deepEqual(getTypes(byId).sort(), ['logs', 'traces']);
    assert.deepEqual(
      [...(byId['types'] as Json[])].map((type) => [type['type'] as string, type['truncated'] as unknown]),
      [
        ['traces', false],
        ['logs', false],
        ['metrics', false],
      ],
    );
    const onlyTraces = await ok('GET', `/search?${query}&q=service:${service}&types=traces`);
    assert.deepEqual(getTypes(onlyTraces), ['traces']);
  });

  it('refuses an invalid search, and a key without the scope', async () => {
    for (const query of ['', 'q=', 'q=(', 'q=a&types=errors', 'q=a&limit=0', 'q=a&start_time=yesterday']) {
      const { status, json: error } = await api('GET', `/search?project_id=${project}&${query}`);
      assert.deepEqual([status, error['error']], [400, 'invalid_request'], query);
    }
    const { secret } = await makeKey(['logs:read'], project);
    assert.equal((await api('GET', '/search?q=a', { key: secret })).status, 403);
  });

  it('offers a command for the search across signals', async () => {
    const env = { SVC_PROJECT: project };
    const args = [
      'search',
      'unified',
      'payment',
      '--service',
      service,
      '--types',
      'logs',
      '--since',
      '1h',
      '--limit',
      '5',
    ];
    assert.deepEqual(getTypes((await json(args, { env })) as Json), ['logs']);
    assert.match((await svc([...args, '-o', 'table'], { env })).stdout, /TYPE +TIME[\s\S]*payment refused/);
    assert.equal((await svc(['search', 'unified'], { env })).code, 2);
  });
});
