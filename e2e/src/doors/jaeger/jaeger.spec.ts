import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { makeKey, ok, type Json } from '../../api.js';
import { newTraceId } from '../../spans.js';
import { theService } from '../../topology.js';
import { makeProject } from '../../workspace/project.js';
import { comparableSpans, comparableTrace, list } from './compare.js';
import { jaegerProgram, startJaeger } from './program.js';
import { newTrace } from './sent-trace.js';

describe('clients of Jaeger, with no more than our address and a key', () => {
  const { httpUrl, ingestUrl } = theService();
  const sent = newTrace(`jaeger-${randomUUID().slice(0, 8)}`);
  let project: { readonly id: string; readonly slug: string };
  let secret: string;

  const get = async (path: string, { key = secret, base = `${httpUrl}/jaeger` } = {}) => {
    const answer = await fetch(`${base}/api${path}`, { headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, json: (await answer.json()) as Json };
  };
  const send = async (url: string, headers: Record<string, string>) => {
    const answer = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(sent.body),
    });
    assert.equal(answer.status, 200, await answer.text());
  };
  const search = (conditions: Record<string, string>) =>
    get(`/traces?${new URLSearchParams({ service: sent.service, limit: '20', ...conditions }).toString()}`);
  const found = async (conditions: Record<string, string>): Promise<number> => {
    const { status, json } = await search(conditions);
    assert.equal(status, 200, JSON.stringify(json));
    return list(json['data']).length;
  };

  beforeAll(async () => {
    project = await makeProject();
    ({ secret } = await makeKey(['telemetry:write', 'traces:read', 'services:read'], project.id));
    await send(ingestUrl, { authorization: `Bearer ${secret}` });
    await eventually('the trace is stored', async () => (await get(`/traces/${sent.traceId}`)).status === 200);
    await eventually('both services are listed', async () => (await get('/services')).json['total'] === 2);
  });

  it('lists services, and operations with their kinds', async () => {
    assert.deepEqual((await get('/services')).json['data'], [sent.service, sent.payments]);
    assert.deepEqual((await get('/v3/services')).json['services'], [sent.service, sent.payments]);
    assert.deepEqual((await get(`/services/${sent.service}/operations`)).json['data'], ['POST /orders']);
    const operations = [{ name: 'POST /orders', spanKind: 'server' }];
    assert.deepEqual((await get(`/operations?service=${sent.service}`)).json['data'], operations);
    assert.deepEqual((await get(`/operations?service=${sent.service}&spanKind=client`)).json['data'], []);
    assert.deepEqual((await get(`/v3/operations?service=${sent.service}`)).json['operations'], operations);
  });

  it('returns a trace with its references, tags, logs and processes', async () => {
    const { json } = await get(`/traces/${sent.traceId}`);
    const [trace] = list(json['data']);
    const { spans } = comparableTrace(trace);
    const [order, charge] = [1, 2].map((number) => spans.find(({ id }) => (id as string).endsWith(String(number))));
    assert.deepEqual(
      order?.tags.map((tag) => [tag['key'], tag['type'], tag['value']].join(' ')),
      [
        'cart.full bool true',
        'error bool true',
        'http.request.method string POST',
        'http.response.status_code int64 503',
        'items string ["a","b"]',
        'name string not the name of the span',
        'otel.scope.name string shop-library',
        'otel.scope.version string 1.2.3',
        'otel.status_code string ERROR',
        'otel.status_description string upstream timed out',
        'retry.share float64 0.25',
        'span.kind string server',
        'w3c.tracestate string vendor=1',
      ],
    );
    assert.deepEqual([order?.duration, charge?.duration], [120_000, 90_000]);
    assert.deepEqual(
      charge?.references.map((reference) => reference['refType']),
      ['CHILD_OF', 'FOLLOWS_FROM'],
    );
    assert.equal(charge?.process?.name, sent.payments);
  });

  it.each<[string, Record<string, string>, number]>([
    ['the name of the span', { operation: 'POST /orders' }, 1],
    ['another name', { operation: 'GET /orders' }, 0],
    ['a tag of text', { tags: '{"http.request.method":"POST"}' }, 1],
    ['the earlier name of the tag', { tags: '{"http.method":"POST"}' }, 1],
    ['a tag with a number', { tags: '{"http.response.status_code":"503"}' }, 1],
    ['a tag of the process', { tags: '{"host.name":"web-1"}' }, 1],
    ['a tag that is named like a field', { tags: '{"name":"not the name of the span"}' }, 1],
    ['the kind of the span', { tags: '{"span.kind":"server"}' }, 1],
    ['the tag error', { tags: '{"error":"true"}' }, 1],
    ['the status', { tags: '{"otel.status_code":"OK"}' }, 0],
    ['a pair', { tag: 'retry.share:0.25' }, 1],
    ['tags of which one differs', { tags: '{"cart.full":"true","host.name":"web-2"}' }, 0],
    ['a least duration', { minDuration: '120ms' }, 1],
    ['a longer one', { minDuration: '120.001ms' }, 0],
    ['a greatest duration', { maxDuration: '0.12s' }, 1],
    ['another window', { end: '1000000000' }, 0],
  ])('searches by %s', async (_, conditions, expected) => assert.equal(await found(conditions), expected));

  it('returns traces by their IDs, and says which do not exist', async () => {
    const unknown = newTraceId();
    const { json } = await get(`/traces?traceID=${sent.traceId}&traceID=${unknown}`);
    assert.equal(list(json['data']).length, 1);
    assert.deepEqual(json['errors'], [{ code: 404, msg: 'trace not found', traceID: unknown }]);
    assert.equal((await get(`/traces/${unknown}`)).status, 404);
  });

  it('returns resource spans of OTLP in version 3', async () => {
    const times = new URLSearchParams({
      'query.service_name': sent.service,
      'query.start_time_min': new Date(Date.now() - 3_600_000).toISOString(),
      'query.start_time_max': new Date().toISOString(),
      'query.duration_min': '100ms',
    });
    for (const path of [`/v3/traces/${sent.traceId}`, `/v3/traces?${times.toString()}`]) {
      const { json } = await get(path);
      const spans = list(json['result']?.['resourceSpans']).flatMap((each) => list(each['scopeSpans']));
      assert.deepEqual(
        spans.flatMap(({ spans: inScope }) => list(inScope).map((span) => span['name'] as string)).toSorted(),
        ['POST /orders', 'charge'],
      );
    }
    assert.equal((await get(`/v3/traces/${newTraceId()}`)).status, 404);
    const { status, json } = await get('/v3/traces');
    assert.deepEqual([status, json['error']?.['httpCode']], [400, 400]);
  });

  it('returns which service calls which', async () => {
    const { json } = await get('/dependencies?lookback=3600000');
    assert.deepEqual(json['data'], [{ parent: sent.service, child: sent.payments, callCount: 1 }]);
  });

  it('takes the project in the path and the key by HTTP Basic', async () => {
    const { secret: wide } = await makeKey(['services:read']);
    const answer = await fetch(`${httpUrl}/p/${project.slug}/jaeger/api/services`, {
      headers: { authorization: `Basic ${btoa(`grafana:${wide}`)}` },
    });
    assert.equal(((await answer.json()) as Json)['total'], 2);
  });

  it('refuses other keys and malformed requests in the form of Jaeger', async () => {
    const { secret: other } = await makeKey(['traces:read'], (await makeProject()).id);
    assert.equal((await get(`/traces/${sent.traceId}`, { key: other })).status, 404);
    const { secret: lacking } = await makeKey(['logs:read'], project.id);
    const publishable = await ok('POST', '/account/api-keys', {
      body: { name: 'of a page', scopes: ['flags:evaluate'], publishable: true, project_id: project.id },
    });
    for (const [key, status] of [
      [lacking, 403],
      [publishable['secret'] as string, 403],
      ['none', 401],
    ] as const) {
      const { status: refused, json } = await get('/services', { key });
      assert.deepEqual([refused, json['errors']?.[0]?.['code']], [status, status]);
    }
    for (const path of [
      '/traces',
      '/traces?service=a&limit=x',
      '/traces?service=a&tags=[',
      '/traces/xyz',
      '/operations',
    ])
      assert.equal((await get(path)).status, 400, path);
  });

  const program = jaegerProgram();
  const beside = program === undefined ? it.skip : it;
  beside('answers what a Jaeger beside it answers (needs SVC_TEST_JAEGER)', async () => {
    await using jaeger = await startJaeger(program ?? '');
    await send(jaeger.otlpUrl, {});
    const theirs = await eventually('Jaeger has the trace', async () => {
      const answer = await get(`/traces/${sent.traceId}`, { base: jaeger.queryUrl });
      return answer.status === 200 && list(list(answer.json['data'])[0]?.['spans']).length === 2 && answer.json;
    });
    const ours = (await get(`/traces/${sent.traceId}`)).json;
    assert.deepEqual(comparableTrace(list(ours['data'])[0]), comparableTrace(list(theirs['data'])[0]));
    const resourceSpans = async (base?: string) => {
      const { json } = await get(`/v3/traces/${sent.traceId}`, { ...(base !== undefined && { base }) });
      return comparableSpans(json['result']?.['resourceSpans']);
    };
    assert.deepEqual(await resourceSpans(), await resourceSpans(jaeger.queryUrl));
    for (const path of [`/services/${sent.service}/operations`, `/operations?service=${sent.service}`]) {
      const [one, other] = await Promise.all([get(path), get(path, { base: jaeger.queryUrl })]);
      assert.deepEqual(one.json['data'], other.json['data'], path);
    }
  });
});
