import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { eventually } from '@svc/testing';
import { pino } from 'pino';
import { pinoLoki } from 'pino-loki';
import { createLogger } from 'winston';
import LokiTransport from 'winston-loki';
import { defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { startLossyProxy } from '../sdk-node/lossy-proxy.js';
import { newTraceId, sendSpans, spanId, untilStored } from '../spans.js';
import { theService } from '../topology.js';

describe('clients of Loki, with no more than our address and a key', () => {
  const { ingestUrl, apiKey, projectSlug } = theService();
  let project: string;
  let secret: string;
  beforeAll(async () => {
    project = await defaultProjectId();
    ({ secret } = await makeKey(['telemetry:write'], project));
  });
  const newService = (): string => `loki-${randomUUID().slice(0, 8)}`;
  /** The records of a service, oldest first, as soon as there are this many. */
  const read = (service: string, count: number, search = ''): Promise<Json[]> =>
    eventually(`${count} records of ${service}`, async () => {
      const query = `project_id=${project}&service=${service}&sort=timestamp_asc${search}`;
      const { logs } = await ok('GET', `/logs?${query}`);
      const records = [...(logs as Json[])];
      return records.length >= count && records;
    });
  const push = async (body: unknown, prefix = '', headers: Record<string, string> = {}) => {
    const answer = await fetch(`${ingestUrl}${prefix}/loki/api/v1/push`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const now = (): string => `${Date.now()}000000`;

  it('stores what pino-loki sends as JSON, with its level, labels and structured metadata', async () => {
    const service = newService();
    const traceId = newTraceId();
    const stream = pinoLoki({
      host: ingestUrl,
      basicAuth: { username: 'loki', password: secret },
      labels: { app: service, region: 'eu-1' },
      batching: { interval: 1 },
    });
    const logger = pino(stream);
    logger.error({ meta: { trace_id: traceId, user: 'ada', items: 3 } }, 'payment refused');
    logger.info('payment accepted');
    const ended = once(stream, 'close');
    stream.end();
    await ended;
    const [first, second, ...others] = await read(service, 2);
    assert.equal(others.length, 0);
    assert.match(first?.['body'] ?? '', /"msg":"payment refused"/);
    assert.deepEqual([first?.['level'], first?.['trace_id'], second?.['level']], ['error', traceId, 'info']);
    assert.deepEqual([first?.['attributes']?.['user'], first?.['attributes']?.['items']], ['ada', '3']);
    const [found, ...rest] = await read(service, 1, '&q=refused');
    assert.deepEqual([found?.['log_id'], rest], [first?.['log_id'], []]);
    const [labelled] = await read(service, 1, `&q=${encodeURIComponent('region:eu-1 user:ada')}`);
    assert.equal(labelled?.['log_id'], first?.['log_id']);
  });

  it('stores each line once that winston-loki sends in protobuf, also when the answer gets lost', async () => {
    const service = newService();
    await using proxy = await startLossyProxy(ingestUrl);
    const transport = new LokiTransport({
      host: proxy.url,
      basicAuth: `${secret}:`,
      labels: { app: service, env: 'e2e' },
      interval: 1,
      gracefulShutdown: false,
      onConnectionError: () => undefined,
    });
    const logger = createLogger({ transports: [transport] });
    for (const word of ['first', 'second', 'third']) logger.warn(`${word} line`);
    await eventually('an answer got lost', () => proxy.lost.size === 1);
    await transport.close();
    assert.deepEqual([...proxy.contentTypes], ['application/x-protobuf']);
    const records = await read(service, 3);
    assert.deepEqual(
      records.map((record) => [record['body'] as string, record['level'] as string]),
      ['first', 'second', 'third'].map((word) => [`${word} line {"level":"warn"}`, 'warn']),
    );
    // Another line, after which a second copy of the others would be there as well.
    assert.equal((await push({ streams: [{ stream: { app: service }, values: [[now(), 'last']] }] })).status, 204);
    assert.equal((await read(service, 4)).length, 4);
  });

  it('links lines to their trace, and takes the project of an organization’s key from the path', async () => {
    const service = newService();
    const traceId = newTraceId();
    await sendSpans(traceId, [{ id: 1, service, from: 0, to: 1_000 }]);
    await untilStored(project, traceId, 1);
    const stream = { service_name: service, k8s_pod_name: 'pod-1', level: 'warn' };
    const metadata = { trace_id: traceId, span_id: spanId(1), detected_level: 'info' };
    const body = { streams: [{ stream, values: [[now(), 'of the trace', metadata]] }] };
    const authorization = `Bearer ${apiKey}`;
    assert.equal((await push(body, `/p/${projectSlug}`, { authorization })).status, 204);
    const [record] = await read(service, 1);
    assert.deepEqual([record?.['level'], record?.['span_id']], ['info', spanId(1)]);
    assert.equal((await read(service, 1, '&q=k8s.pod.name:pod-1')).length, 1);
    const { logs } = await ok('GET', `/search/correlate/${traceId}?project_id=${project}`);
    assert.deepEqual(
      [...(logs as Json[])].map((log) => [log['reason'] as string, log['body'] as string]),
      [['trace', 'of the trace']],
    );
    const unknown = await push(body, '/p/no-such-project', { authorization });
    assert.deepEqual([unknown.status, unknown.text], [404, 'The resource was not found.\n']);
  });

  it('refuses in the words of a text, and stores the other lines when some are too old', async () => {
    const service = newService();
    const line = (time: string, text: string) => ({ stream: { app: service }, values: [[time, text]] });
    const old = `${Date.now() - 4_000 * 86_400_000}000000`;
    const refused = await push({ streams: [line(old, 'old')] });
    assert.deepEqual([refused.status, refused.text], [400, '1 of 1 log records were rejected: 1 timestamp_too_old.\n']);
    assert.equal((await push({ streams: [line(old, 'old'), line(now(), 'new')] })).status, 204);
    assert.deepEqual(
      (await read(service, 1)).map((record) => record['body'] as string),
      ['new'],
    );
    const reader = await makeKey(['logs:read'], project);
    const authorization = `Bearer ${reader.secret}`;
    assert.deepEqual(await push({ streams: [] }, '', { authorization }), {
      status: 403,
      text: 'The credential lacks the scope telemetry:write.\n',
    });
    assert.equal((await push({ streams: 'x' })).text, 'streams: must be an array\n');
  });
});
