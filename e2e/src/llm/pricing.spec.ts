import assert from 'node:assert/strict';
import { api, makeKey, ok, type ApiAnswer, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { makeProject } from '../workspace/project.js';

/** IDs of models as gateways and clouds have them, and the beginning of some. */
const NAMES = ['acme/large:free', 'eu.acme.large-v1:0@latest', "models/ä+'b", 'acme/*'];
const RATES = { input_cost_per_token: 1.5e-7, output_cost_per_token: '0.0000006' };

describe('prices of language models', () => {
  let key: string;
  beforeAll(async () => {
    const { id } = await makeProject();
    key = (await makeKey(['llm:read', 'llm:write'], id)).secret;
  });

  const put = (model: string, body: Record<string, unknown> = RATES): Promise<ApiAnswer> =>
    api('PUT', `/llm/pricing/${encodeURIComponent(model)}`, { key, body });
  const end = (model: string, query = ''): Promise<ApiAnswer> =>
    api('DELETE', `/llm/pricing/${encodeURIComponent(model)}${query}`, { key });
  const list = async (query: string): Promise<Json[]> => [
    ...((await ok('GET', `/llm/pricing?${query}`, { key }))['prices'] as Json[]),
  ];

  it('sets, lists and deletes the price of any name, also with slashes in the path', async () => {
    for (const model of NAMES) {
      const { status, json: price } = await put(model);
      assert.equal(status, 200, model);
      assert.deepEqual(
        [price['model'], price['source'], price['version'], price['currency']],
        [model, 'override', 1, 'USD'],
      );
      assert.deepEqual([price['input_cost_per_token'], price['output_cost_per_token']], ['0.00000015', '0.0000006']);
      assert.equal((await put(model)).json['id'], price['id'], 'the same price again');
      const found = await list(`source=override&search=${encodeURIComponent(model)}`);
      assert.ok(found.some(({ id }) => id === price['id']));
      assert.deepEqual([(await end(model)).status, (await end(model)).status], [204, 404]);
    }
  });

  it('keeps an ended price in the list of all', async () => {
    const first = (await put('acme/history')).json;
    const second = (await put('acme/history', { ...RATES, input_cost_per_token: 0 })).json;
    assert.equal(second['version'], 2);
    const current = await list('model=acme/history');
    assert.deepEqual(
      current.map(({ id }) => id),
      [second['id']],
    );
    const all = await list('model=acme/history&include_ended=true');
    const ended = all.find(({ id }) => id === first['id']);
    assert.equal(ended?.['effective_until'], second['effective_from']);
  });

  it('names the field of a rate that is not exact, and never its value', async () => {
    const cases: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ ...RATES, input_cost_per_token: -1 }, 'input_cost_per_token'],
      [{ ...RATES, output_cost_per_token: '0.0000000000000000001' }, 'output_cost_per_token'],
      [{ input_cost_per_token: 1 }, 'output_cost_per_token'],
      [{ ...RATES, input_cost_per_token: null }, 'input_cost_per_token'],
      [{ ...RATES, cache_read_cost_per_token: 'secret-text' }, 'cache_read_cost_per_token'],
      [{ ...RATES, currency: 'EUR' }, 'currency'],
      [
        { ...RATES, tiers: [{ min_input_tokens: 1, reasoning_cost_per_token: 1 }] },
        'tiers[0].reasoning_cost_per_token',
      ],
      [{ ...RATES, tiers: [{ min_input_tokens: 0 }] }, 'tiers[0].min_input_tokens'],
    ];
    for (const [body, path] of cases) {
      const { status, json: refused, text } = await put('acme/bad', body);
      assert.deepEqual([status, refused['details']?.[0]?.['path']], [400, path]);
      assert.ok(!text.includes('secret-text'));
    }
    for (const model of ['a*b', '**', 'a b', 'a\u0000']) assert.equal((await put(model)).status, 400, model);
  });

  it('compares versions', async () => {
    await put('acme/versions');
    assert.equal((await put('acme/versions', { ...RATES, expected_version: 2 })).status, 409);
    assert.equal((await end('acme/versions', '?expected_version=2')).status, 409);
    assert.equal((await end('acme/versions', '?expected_version=1')).status, 204);
  });

  it('lists the built-in catalog in pages, and says which override applies instead', async () => {
    const override = (await put('gpt-4o', { ...RATES, provider: 'azure.ai.openai' })).json;
    assert.equal(override['provider'], 'azure');
    const first = await ok('GET', '/llm/pricing?source=catalog&provider=openai&limit=2', { key });
    const [, second, more] = [...(first['prices'] as Json[])];
    assert.equal(more, undefined);
    const cursor = encodeURIComponent(first['pagination']?.['next_cursor'] ?? '');
    const next = await list(`source=catalog&provider=openai&limit=2&cursor=${cursor}`);
    assert.ok(next.length > 0 && String(next[0]?.['id']) > String(second?.['id']));
    const azure = await list('source=catalog&provider=azure.ai.openai&model=gpt-4o');
    assert.deepEqual(
      azure.map((price) => price['shadowed_by']),
      azure.map(() => override['id']),
    );
    const openai = await list('source=catalog&provider=openai&model=gpt-4o');
    assert.ok(openai.length > 0 && openai.every((price) => price['shadowed_by'] === undefined));
    assert.deepEqual(await list('model=no-such-model'), []);
  });

  it('is a command of the client, which needs --yes to delete', async () => {
    const env = { SVC_API_KEY: key };
    const set = await json(['llm', 'pricing', 'set', 'acme/cli:1', '--json', JSON.stringify(RATES)], { env });
    assert.equal(set['model'], 'acme/cli:1');
    const table = await svc(['llm', 'pricing', 'list', '--output', 'table'], { env });
    assert.equal(table.code, 0, table.stderr);
    assert.match(table.stdout, /acme\/cli:1/);
    assert.notEqual((await svc(['llm', 'pricing', 'delete', 'acme/cli:1'], { env })).code, 0);
    const deleted = await svc(['llm', 'pricing', 'delete', 'acme/cli:1', '--yes'], { env });
    assert.equal(deleted.code, 0, deleted.stderr);
    assert.equal((await end('acme/cli:1')).status, 404);
  });
});
