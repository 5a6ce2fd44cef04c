import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { eventually } from '@svc/testing';
import { defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { newTraceId, spanId } from '../spans.js';
import { theService } from '../topology.js';

const LINES = { 'content-type': 'application/x-ndjson' };

describe('logs in JSON', () => {
  const { ingestUrl, projectSlug } = theService();
  let project: string;
  let secret: string;
  beforeAll(async () => {
    project = await defaultProjectId();
    ({ secret } = await makeKey(['telemetry:write'], project));
  });
  const newService = (): string => `drain-${randomUUID().slice(0, 8)}`;
  /** The records of a service, oldest first, as soon as there are this many. */
  const read = (service: string, count: number): Promise<Json[]> =>
    eventually(`${count} records of ${service}`, async () => {
      const { logs } = await ok('GET', `/logs?project_id=${project}&service=${service}&sort=timestamp_asc`);
      const records = [...(logs as Json[])];
      return records.length >= count && records;
    });
  const post = async (
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = LINES,
  ) => {
    const answer = await fetch(`${ingestUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, ...headers },
      body,
    });
    return { status: answer.status, json: (await answer.json()) as Json };
  };

  it('stores each line with its time, level, trace and attributes, in the project of the path', async () => {
    const [service, traceId] = [newService(), newTraceId()];
    const time = new Date(Date.now() - 60_000).toISOString();
    const lines = [
      {
        time,
        level: 50,
        msg: 'payment refused',
        service,
        trace_id: traceId,
        span_id: spanId(1),
        user: { plan: 'pro' },
      },
      { severity: 'info', message: 'payment accepted', service, items: 3 },
    ];
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    const { status, json } = await post(`/p/${projectSlug}/api/v1/logs/ndjson`, body);
    assert.deepEqual([status, json], [200, { accepted: 2, rejected: 0, reasons: [] }]);
    const [first, second] = await read(service, 2);
    assert.deepEqual(
      [first?.['body'], first?.['level'], first?.['trace_id'], first?.['attributes']?.['user.plan']],
      ['payment refused', 'error', traceId, 'pro'],
    );
    assert.equal(Date.parse(first?.['timestamp'] ?? ''), Date.parse(time));
    assert.deepEqual(
      [second?.['body'], second?.['level'], second?.['attributes']?.['items']],
      ['payment accepted', 'info', 3],
    );
  });

  it('makes an issue of an error that a logger has written', async () => {
    const service = newService();
    const err = {
      type: 'RangeError',
      message: 'no such page',
      stack: 'RangeError: no such page\n    at open (/srv/app.js:7:11)',
    };
    await post('/api/v1/logs/ndjson', JSON.stringify([{ level: 'error', msg: 'failed', service, err }]), {
      'content-type': 'application/json',
    });
    await eventually('the issue', async () => {
      const { groups } = await ok('GET', `/errors/groups?project_id=${project}&service=${service}`);
      const [group] = groups as Json[];
      return group?.['type'] === 'RangeError';
    });
  });

  it('says which records it has rejected, and refuses a body by its field', async () => {
    const old = JSON.stringify({ time: '2001-01-01T00:00:00Z', msg: 'old', service: newService() });
    assert.deepEqual((await post('/api/v1/logs/ndjson', old)).json, {
      accepted: 0,
      rejected: 1,
      reasons: [{ reason: 'timestamp_too_old', count: 1 }],
    });
    const { status, json } = await post('/api/v1/logs/ndjson', '[7]', { 'content-type': 'application/json' });
    assert.deepEqual([status, json['error']], [400, 'invalid_request']);
    assert.match(json['message'] ?? '', /^\[0\]: /);
    assert.equal((await post('/api/v1/logs/ndjson', 'a', { 'content-type': 'text/html' })).status, 415);
    assert.equal((await post('/api/v1/logs/ndjson', 'a', { authorization: 'Bearer none' })).status, 401);
  });

  it('stores deliveries of Amazon Data Firehose, and repeats the ID of their requests', async () => {
    const [service, requestId] = [newService(), randomUUID()];
    const message = {
      messageType: 'DATA_MESSAGE',
      owner: '123456789012',
      logGroup: service,
      logStream: 's',
      logEvents: [{ id: '1', timestamp: Date.now(), message: 'START RequestId: 1\n' }],
    };
    const data = gzipSync(JSON.stringify(message)).toString('base64');
    const deliver = (key: string) =>
      post('/api/v1/logs/firehose', JSON.stringify({ requestId, timestamp: Date.now(), records: [{ data }] }), {
        'content-type': 'application/json',
        authorization: '',
        'x-amz-firehose-access-key': key,
        'x-amz-firehose-request-id': requestId,
      });
    const accepted = await deliver(secret);
    assert.deepEqual([accepted.status, accepted.json['requestId']], [200, requestId]);
    assert.ok(Number.isInteger(accepted.json['timestamp']));
    const [record] = await read(service, 1);
    assert.deepEqual([record?.['body'], record?.['service_name']], ['START RequestId: 1', service]);
    const refused = await deliver('none');
    assert.deepEqual([refused.status, refused.json['requestId']], [401, requestId]);
    assert.match(refused.json['errorMessage'] ?? '', /credential/);
  });
});
