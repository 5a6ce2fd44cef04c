import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { LiveStream } from '../logs/live-stream.js';
import { newTraceId, spanId } from '../spans.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';

const OPTION = '/settings/config/otlp.redaction';
const MAIL = 'joe@example.org';
const TEXT = `sent by ${MAIL}`;
const STORED = 'sent by [REDACTED]';
const SCOPES = ['logs:read', 'traces:read', 'metrics:read', 'settings:read', 'settings:write'];

const pairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
const nowNs = () => `${Date.now()}000000`;

describe('redaction of OTLP requests', () => {
  let key: string;
  const service = `redacted-${randomUUID().slice(0, 8)}`;
  const resource = { attributes: pairs({ 'service.name': service, owner: TEXT }) };

  beforeAll(async () => {
    const project = (await makeProject()).id;
    key = (await makeKey([...SCOPES, 'telemetry:write'], project)).secret;
  });

  const send = async (path: string, body: object): Promise<void> => {
    const headers = { 'x-svc-api-key': key, 'content-type': 'application/json' };
    const answer = await fetch(`${theService().ingestUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, await answer.text());
  };
  const sendLog = (body: string, values: Readonly<Record<string, string>> = {}) =>
    send('/v1/logs', {
      resourceLogs: [
        {
          resource,
          scopeLogs: [
            { logRecords: [{ timeUnixNano: nowNs(), body: { stringValue: body }, attributes: pairs(values) }] },
          ],
        },
      ],
    });
  const switchTo = async (isOn: boolean): Promise<void> => {
    const body = { config_type: 'boolean', config_value: isOn };
    const answer = await api('PUT', OPTION, { key, body });
    assert.equal(answer.status, 200, answer.text);
  };
  const readLogs = (word: string, count = 1): Promise<Json[]> =>
    eventually(`records with ${word}`, async () => {
      const { logs } = await ok('GET', `/logs?service=${service}&q=${word}`, { key });
      const records = [...(logs as Json[])];
      return records.length >= count && records;
    });

  it('does not redact by default', async () => {
    await sendLog(`original ${TEXT}`);
    const [record] = await readLogs('original');
    assert.equal(record?.['body'], `original ${TEXT}`);
  });

  it('accepts only a boolean as the option of redaction', async () => {
    const refused = await api('PUT', OPTION, { key, body: { config_type: 'string', config_value: 'true' } });
    assert.deepEqual([refused.status, refused.json['error']], [400, 'invalid_request']);
    assert.ok(refused.text.includes('config_type'), refused.text);
    await switchTo(true);
  });

  it('redacts logs, in the store and in live streams', async () => {
    const stream = await LiveStream.open(key, `service=${service}`);
    await sendLog(`switched ${TEXT}`, { note: TEXT, password: 'x', 'user.id': MAIL });
    const [record] = await readLogs('switched');
    stream.cut();
    assert.equal(record?.['body'], `switched ${STORED}`);
    assert.deepEqual(record['attributes'], { note: STORED, password: '[REDACTED]', 'user.id': MAIL });
    assert.deepEqual(
      stream.logs.map(({ data }) => data),
      [record],
    );
    assert.ok(!JSON.stringify(record['resource']).includes(MAIL), JSON.stringify(record));
  });

  it('redacts spans and their events', async () => {
    const traceId = newTraceId();
    const event = { name: 'failed', timeUnixNano: nowNs(), attributes: pairs({ 'exception.message': TEXT }) };
    const times = { startTimeUnixNano: nowNs(), endTimeUnixNano: nowNs() };
    const status = { code: 2, message: TEXT };
    const spans = [
      { traceId, spanId: spanId(1), name: 'pay', ...times, attributes: pairs({ note: TEXT }), events: [event], status },
    ];
    await send('/v1/traces', { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
    const text = await eventually('the trace is stored', async () => {
      const answer = await api('GET', `/traces/${traceId}`, { key });
      return answer.status === 200 && answer.text;
    });
    assert.ok(!text.includes(MAIL) && text.split(STORED).length >= 4, text);
  });

  it('redacts attributes of metrics', async () => {
    const dataPoints = [{ timeUnixNano: nowNs(), asDouble: 1, attributes: pairs({ owner: TEXT }) }];
    const metrics = [{ name: 'redacted.gauge', gauge: { dataPoints } }];
    await send('/v1/metrics', { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] });
    const text = await eventually('the value of the attribute is known', async () => {
      const answer = await api('GET', '/metrics/redacted.gauge/labels', { key });
      return answer.text.includes('REDACTED') && answer.text;
    });
    assert.ok(!text.includes(MAIL), text);
  });

  it('stops redacting when the option is deleted', async () => {
    const { id } = await ok('GET', OPTION, { key });
    assert.equal((await api('DELETE', `/settings/config/${id as string}`, { key })).status, 204);
    await sendLog(`again ${TEXT}`);
    const [record] = await readLogs('again');
    assert.equal(record?.['body'], `again ${TEXT}`);
  });
});
