import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { KIND, newTraceId, sendSpans, untilStored } from '../spans.js';

describe('traces.search', () => {
  const run = randomUUID().slice(0, 8);
  const [shop, bank] = [`shop-${run}`, `bank-${run}`];
  const [failed, slow, quick] = [newTraceId(), newTraceId(), newTraceId()];
  const names = new Map([
    [failed, 'failed'],
    [slow, 'slow'],
    [quick, 'quick'],
  ]);
  let project: string;
  beforeAll(async () => {
    project = await defaultProjectId();
    const root = { id: 1, service: shop, kind: KIND.server, from: 0 };
    const spans = {
      [failed]: [
        { ...root, name: 'GET /cart', to: 100 },
        { id: 2, parent: 1, service: bank, name: 'pay', from: 10, to: 60, failed: true },
        { id: 3, parent: 1, service: bank, name: 'book', from: 60, to: 90 },
      ],
      [slow]: [
        { ...root, name: 'GET /cart', to: 3_000 },
        { id: 2, parent: 1, service: shop, name: 'render', from: 10, to: 60 },
      ],
      [quick]: [{ ...root, name: 'POST /order', to: 20, attributes: { 'order.id': `o-${run}` } }],
    };
    for (const [nth, [id, sent]] of Object.entries(spans).entries()) await sendSpans(id, sent, 60_000 - nth * 1_000);
    for (const [id, sent] of Object.entries(spans)) await untilStored(project, id, sent.length);
  });

  const search = (query: string): Promise<Json> => ok('GET', `/traces?project_id=${project}&${query}`);
  const found = async (query: string): Promise<(string | undefined)[]> =>
    [...((await search(query))['traces'] as Json[])].map((trace) => names.get(trace['trace_id']));

  it('returns the newest traces first, each with its figures', async () => {
    const { traces, pagination } = await search(`service=${shop}`);
    assert.deepEqual(
      [...(traces as Json[])].map((trace) => names.get(trace['trace_id'])),
      ['quick', 'slow', 'failed'],
    );
    assert.deepEqual(pagination, { has_more: false });
    const { start_time: start, end_time: end, ...figures } = traces[2] as unknown as Record<string, unknown>;
    assert.equal(Date.parse(String(end)) - Date.parse(String(start)), 100);
    assert.deepEqual(figures, {
      trace_id: failed,
      root_operation: 'GET /cart',
      root_service: shop,
      duration_ms: 100,
      span_count: 3,
      service_count: 2,
      error_count: 1,
      services: [bank, shop],
      environments: [],
    });
  });

  it.each([
    ['a service that is not the root of the trace', `service=${bank}`, ['failed']],
    ['any of several services', `service=${bank}&service=${shop}`, ['quick', 'slow', 'failed']],
    ['an operation of the service', `service=${shop}&operation=GET%20%2Fcart`, ['slow', 'failed']],
    ['a failed span', `service=${shop}&status=error`, ['failed']],
    ['no failed span', `service=${shop}&status=ok`, ['quick', 'slow']],
    ['a duration of at least as many milliseconds', `service=${shop}&min_duration_ms=100`, ['slow', 'failed']],
    ['an attribute', `q=order.id:o-${run}`, ['quick']],
    ['a word and a service', `q=${encodeURIComponent(`service:${shop} AND render`)}`, ['slow']],
    ['a service that nothing was received from', `service=absent-${run}`, []],
    ['a time before all of them', `service=${shop}&end_time=2020-01-02T00:00:00Z`, []],
  ])('finds traces by %s', async (_, query, expected) => {
    assert.deepEqual(await found(query), expected);
  });

  it.each([
    ['start_time', ['quick', 'slow', 'failed']],
    ['duration', ['slow', 'failed', 'quick']],
    ['span_count', ['failed', 'slow', 'quick']],
    ['service_count', ['failed']],
    ['error_count', ['failed']],
  ])('sorts traces by %s in both orders', async (sort, expected) => {
    const descending = await found(`service=${shop}&sort_by=${sort}`);
    assert.deepEqual(descending.slice(0, expected.length), expected);
    const ascending = await found(`service=${shop}&sort_by=${sort}&sort_order=asc`);
    assert.deepEqual(ascending.slice(-expected.length), expected.toReversed());
    assert.equal(ascending.length, 3);
  });

  it('returns each trace on exactly one page', async () => {
    for (const sort of ['start_time', 'duration']) {
      const query = `service=${shop}&sort_by=${sort}&limit=2`;
      const first = await search(query);
      assert.equal(first['pagination']['has_more'], true);
      const cursor = first['pagination']['next_cursor'] as string;
      const second = await search(`${query}&cursor=${encodeURIComponent(cursor)}`);
      assert.deepEqual(second['pagination'], { has_more: false });
      const all = [...(first['traces'] as Json[]), ...(second['traces'] as Json[])];
      assert.deepEqual(new Set(all.map((trace) => trace['trace_id'] as string)), new Set(names.keys()));
      assert.equal(all.length, 3);
      // A cursor belongs to the filters that it was made for.
      const other = `service=${bank}&sort_by=${sort}&limit=2&cursor=${encodeURIComponent(cursor)}`;
      assert.equal((await api('GET', `/traces?project_id=${project}&${other}`)).status, 400);
    }
  });

  it.each([
    ['sort_by', 'sort_by=zzzz'],
    ['sort_order', 'sort_order=zzzz'],
    ['status', 'status=zzzz'],
    ['min_duration_ms', 'min_duration_ms=-77'],
    ['limit', 'limit=-77'],
    ['cursor', 'cursor=zzzz'],
    ['start_time', 'start_time=zzzz'],
  ])('refuses an invalid %s, naming it and not the value', async (field, query) => {
    const { status, text } = await api('GET', `/traces?project_id=${project}&${query}`);
    assert.equal(status, 400);
    assert.match(text, new RegExp(field));
    assert.doesNotMatch(text, /zzzz|-77/);
  });

  it('prints traces by svc traces search, in the requested order', async () => {
    const words = ['traces', 'search', '--service', shop, '--sort-by', 'duration', '-o', 'json'];
    const { code, stdout } = await svc(words, { env: { SVC_PROJECT: project } });
    assert.equal(code, 0);
    const ids = [...stdout.matchAll(/"trace_id": *"([0-9a-f]{32})"/g)].map(([, id = '']) => names.get(id));
    assert.deepEqual(ids, ['slow', 'failed', 'quick']);
  });
});
