import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type ApiAnswer, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { newTraceId, sendSpans } from '../spans.js';

/** No other test prices or calls it. */
const OWN_MODEL = `acme/large-${newTraceId().slice(0, 8)}:free`;
const RATES = { input_cost_per_token: '0.0000005', output_cost_per_token: '0.000002' };

const call = (provider: string, model: string) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': provider,
  'gen_ai.request.model': model,
  'gen_ai.usage.input_tokens': '1000',
  'gen_ai.usage.output_tokens': '100',
});

describe('figures of calls of models', () => {
  const traceId = newTraceId();
  const agent = `agent ${traceId.slice(0, 8)}`;
  const person = `ann-${traceId.slice(0, 8)}`;
  let project: string;
  beforeAll(async () => {
    project = await defaultProjectId();
    const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent, 'user.id': person };
    await sendSpans(traceId, [
      { id: 1, service: 'agents', from: 0, to: 9_000, attributes },
      { id: 2, parent: 1, service: 'agents', from: 0, to: 2_000, attributes: call('openai', 'gpt-4o') },
      { id: 3, parent: 1, service: 'agents', from: 0, to: 2_000, failed: true, attributes: call('openai', 'gpt-4o') },
      { id: 4, parent: 1, service: 'agents', from: 0, to: 4_000, attributes: call('vllm', OWN_MODEL) },
    ]);
    await eventually('the calls are counted', async () => (await read('summary'))['total']?.['calls'] === 3);
  });

  const read = (figure: string, query = ''): Promise<Json> =>
    ok('GET', `/llm/${figure}?project_id=${project}&agent=${encodeURIComponent(agent)}${query}`);

  it('sums cost, tokens, latency and errors by model, and names calls without a price', async () => {
    const summary = await read('summary');
    const total = summary['total'];
    assert.deepEqual([total['calls'], total['errors'], total['cost'], total['unpriced_calls'], total['input_tokens']], [
      3,
      1,
      '0.007',
      1,
      3_000,
    ] as unknown as Json[]);
    assert.ok(Math.abs(Number(total['latency_ms']['p50']) - 2_000) < 32);
    const [first, second] = summary['models'] as unknown as [Json, Json];
    assert.deepEqual([first['model'], second['model']], ['gpt-4o', OWN_MODEL] as unknown as Json[]);
    assert.deepEqual(
      [...(first['lines'] as Json[])].map((line) => [line['bucket'], line['count'], line['rate'], line['amount']]),
      [
        ['input_text_uncached', 2_000, '0.0000025', '0.005'],
        ['output_text', 200, '0.00001', '0.002'],
      ] as unknown as Json[],
    );
    assert.equal(first['rounding'], '0');
    assert.equal(second['figures']['cost'], undefined);
    const [unpriced] = summary['unpriced'] as unknown as [Json];
    assert.deepEqual([unpriced['model'], unpriced['calls'], unpriced['input_tokens']], [
      OWN_MODEL,
      1,
      1_000,
    ] as unknown as Json[]);
    const named = await read('summary', `&model=${encodeURIComponent(OWN_MODEL)}`);
    assert.equal(named['total']['calls'], 1);
    assert.equal((await read('summary', '&environment=absent'))['total']['cost'], '0');
  });

  it('returns every bucket of a window, and marks the one that is open', async () => {
    const { series, interval } = await read('series', '&interval=6h&group_by=model');
    assert.equal(interval, '6h');
    for (const one of series as unknown as Json[]) {
      const points = one['points'] as unknown as Json[];
      assert.ok(points.length === 28 || points.length === 29, String(points.length));
      assert.equal(points.at(-1)?.['is_open'], true);
    }
    assert.deepEqual(
      (series as unknown as Json[]).map((one) => one['group']),
      ['gpt-4o', OWN_MODEL] as unknown as Json[],
    );
    for (const query of ['&interval=5m', '&group_by=person', '&end_time=x'])
      assert.equal((await api('GET', `/llm/series?project_id=${project}${query}`)).status, 400, query);
  });

  it('ranks persons by the cost of their runs', async () => {
    const { persons, person_count: count } = await read('top-persons', '&limit=5');
    assert.equal(count, 1);
    const [first] = persons as unknown as [Json];
    assert.deepEqual(
      [first['distinct_id'], first['figures']['cost'], first['figures']['runs'], first['figures']['unpriced_calls']],
      [person, '0.007', 1, 1] as unknown as Json[],
    );
  });

  it('gives stored calls a price that is set for the past, after a dry run that counts them', async () => {
    const put = (more: object): Promise<ApiAnswer> => {
      const body = {
        ...RATES,
        effective_from: new Date(Date.now() - 3_600_000).toISOString(),
        backfill: true,
        ...more,
      };
      return api('PUT', `/llm/pricing/${encodeURIComponent(OWN_MODEL)}?project_id=${project}`, { body });
    };
    const draft = await put({ dry_run: true });
    const planned = draft.json['backfill'];
    assert.deepEqual(
      [draft.status, planned['calls'], planned['unpriced_calls'], planned['cost_before'], planned['cost_after']],
      [200, 1, 1, '0', '0.0007'] as unknown as Json[],
    );
    assert.equal((await read('summary'))['total']['unpriced_calls'], 1);
    assert.equal((await put({})).json['backfill']['calls'], 1);
    const total = await eventually('the call has its price', async () => {
      const found = (await read('summary'))['total'];
      return found['unpriced_calls'] === 0 && found;
    });
    assert.equal(total['cost'], '0.0077');
  });

  it('is the same in the client', async () => {
    const found = (await json(['llm', 'summary', '--project', project])) as Json;
    assert.ok(Number(found['total']['calls']) >= 3);
    assert.match(
      (await svc(['llm', 'summary', '--project', project, '--since', '24h', '-o', 'table'])).stdout,
      /█+ .*gpt-4o/,
    );
    assert.match(
      (await svc(['llm', 'series', '--project', project, '--interval', '1d', '-o', 'table'])).stdout,
      /so far/,
    );
    assert.match((await svc(['llm', 'top-persons', '--project', project, '-o', 'table'])).stdout, new RegExp(person));
  });

  it('requires the scope llm:read', async () => {
    const { secret } = await makeKey(['logs:read'], project);
    for (const figure of ['summary', 'series', 'top-persons'])
      assert.equal((await api('GET', `/llm/${figure}?project_id=${project}`, { key: secret })).status, 403, figure);
  });
});
