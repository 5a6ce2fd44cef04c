import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { KIND, newTraceId, sendSpans, untilStored } from '../spans.js';

describe('a service over time', () => {
  // A name that needs escaping in a path.
  const service = `red/${randomUUID().slice(0, 8)} ü`;
  let project = '';
  beforeAll(async () => {
    project = await defaultProjectId();
    const traceId = newTraceId();
    await sendSpans(
      traceId,
      [
        { id: 1, service, kind: KIND.server, from: 0, to: 100 },
        { id: 2, service, kind: KIND.server, parent: 1, from: 0, to: 300, failed: true },
        { id: 3, service, kind: KIND.client, parent: 1, from: 0, to: 5 },
      ],
      600_000,
    );
    await untilStored(project, traceId, 3);
    // Each minute is counted separately, shortly after its spans are stored.
    await eventually('its requests are counted', async () => {
      const { status, json: answer } = await api('GET', path());
      return status === 200 && sum(getBuckets(answer), 'request_count') === 2;
    });
  });
  const path = (query = '') => `/services/${encodeURIComponent(service)}/red?project_id=${project}${query}`;
  const getBuckets = (answer: Json): Json[] => [...(answer['buckets'] as Json[])];
  const sum = (buckets: Json[], field: string) => buckets.reduce((total, bucket) => total + Number(bucket[field]), 0);

  it('returns requests and errors of a service in adjoining buckets up to the current one', async () => {
    const answer = await ok('GET', path());
    const buckets = getBuckets(answer);
    assert.deepEqual([answer['service_name'], answer['interval']], [service, '1m']);
    assert.ok(buckets.length === 60 || buckets.length === 61, String(buckets.length));
    assert.deepEqual([sum(buckets, 'request_count'), sum(buckets, 'error_count')], [2, 1]);
    const busy = buckets.find((bucket) => Number(bucket['request_count']) > 0);
    assert.deepEqual([busy?.['error_rate'], busy?.['avg_duration_ms'], busy?.['complete']], [0.5, 200, true]);
    assert.equal(buckets.at(-1)?.['complete'], false);
    const times = buckets.map((bucket) => Date.parse(bucket['timestamp']));
    for (const [index, time] of times.entries()) assert.equal(time, (times[0] ?? 0) + index * 60_000);
    assert.equal(sum(getBuckets(await ok('GET', path('&interval=1h'))), 'request_count'), 2);
    assert.equal(sum(getBuckets(await ok('GET', path('&environment=nowhere'))), 'request_count'), 0);
  });

  it('counts sampled spans as often as they stand for, there and in the list', async () => {
    const traceId = newTraceId();
    const sampled = `sampled-${randomUUID().slice(0, 8)}`;
    const request = { service: sampled, kind: KIND.server, from: 0, to: 10 };
    await sendSpans(traceId, [
      { ...request, id: 1, traceState: 'ot=th:c' },
      { ...request, id: 2, attributes: { SampleRate: '10' } },
    ]);
    await untilStored(project, traceId, 2);
    const listed = await eventually('what sampling left out is counted', async () => {
      const { services, truncated } = await ok('GET', `/services?project_id=${project}`);
      assert.equal(truncated, false);
      const found = [...(services as Json[])].find((listing) => (listing['service_name'] as string) === sampled);
      return (found?.['estimated'] as boolean | undefined) === true && found;
    });
    assert.deepEqual([listed?.['request_count'], listed?.['span_count']], [14, 14]);
    const busy = await eventually('and in its minute', async () => {
      const { buckets } = await ok('GET', `/services/${sampled}/red?project_id=${project}`);
      const found = [...(buckets as Json[])].filter((bucket) => bucket['estimated'] as boolean);
      return found.length > 0 && found;
    });
    assert.deepEqual([busy.length, sum(busy, 'request_count')], [1, 14]);
  });

  it('refuses an invalid window or interval, and a key without the scope', async () => {
    for (const query of ['interval=2m', 'interval=', 'start_time=now', 'since=1h', 'interval=1m&interval=5m']) {
      const { status, json: error } = await api('GET', path(`&${query}`));
      if (query === 'interval=') assert.equal(status, 200);
      else assert.deepEqual([status, error['error']], [400, 'invalid_request'], query);
    }
    const { secret } = await makeKey(['traces:read'], project);
    assert.equal((await api('GET', path(), { key: secret })).status, 403);
  });

  it('returns 404 for a service that no span ever named', async () => {
    const { status, json: error } = await api('GET', `/services/${randomUUID()}/red?project_id=${project}`);
    assert.deepEqual([status, error['error']], [404, 'not_found']);
  });

  it('offers a command for a service over time', async () => {
    const env = { SVC_PROJECT: project };
    const answer = (await json(['services', 'red', service, '--interval', '5m'], { env })) as Json;
    assert.equal(sum(getBuckets(answer), 'request_count'), 2);
    const table = (await svc(['services', 'red', service, '-o', 'table'], { env })).stdout;
    assert.match(table, /TIME +REQUESTS +RATE +ERRORS +P50/);
    assert.equal((await svc(['services', 'red', service, '--interval', '2m'], { env })).code, 2);
    assert.equal((await svc(['services', 'red'], { env })).code, 2);
  });
});
