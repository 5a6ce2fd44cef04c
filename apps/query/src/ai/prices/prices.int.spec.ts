import assert from 'node:assert/strict';
import { fromJson, type JsonObject } from '@bufbuild/protobuf';
import { LlmPricingDeleteRequestSchema, LlmPricingListRequestSchema, LlmPricingSetRequestSchema } from '@svc/contract';
import { findPrice } from '@svc/gen-ai';
import { createCursors } from '@svc/pagination';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { OverridesRepository } from './overrides.repository.js';
import { PriceOverrides } from './price-overrides.js';
import { PricesService } from './prices.service.js';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const MINUTE = 60_000;
const RATES = { input_cost_per_token: 1.5e-7, output_cost_per_token: '0.0000006' };

describe('prices of models', () => {
  let database: TemporaryDatabase;
  let overrides: PriceOverrides;
  let prices: PricesService;
  let now = Date.parse('2026-01-01T00:00:00Z');
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    const repository = new OverridesRepository(database.relational);
    overrides = new PriceOverrides(repository);
    prices = new PricesService(repository, overrides, createCursors('a secret for cursors in tests'), () => now);
  });
  afterAll(() => database.stop());

  const set = (model: string, body: JsonObject = RATES, project = PROJECT) =>
    prices.set(project, 'somebody', fromJson(LlmPricingSetRequestSchema, { model, ...body }));
  const end = (model: string, more: JsonObject = {}) =>
    prices.delete(PROJECT, fromJson(LlmPricingDeleteRequestSchema, { model, ...more }));
  const list = (filters: JsonObject = {}, project = PROJECT) =>
    prices.list(project, fromJson(LlmPricingListRequestSchema, filters));
  const priceNow = async (model: string, instant = now, provider = 'openai') => {
    const question = { provider, model, serviceTier: '', instant, isPrivate: false };
    return findPrice(question, await overrides.overridesOf(PROJECT))?.price.id;
  };

  it('keeps rates exactly, and tiers in their order', async () => {
    const found = await set('acme/exact', {
      ...RATES,
      cache_write_1h_cost_per_token: '0.000000000000000001',
      cost_per_request: 0,
      tiers: [
        { min_input_tokens: 100, input_cost_per_token: 2 },
        { min_input_tokens: 200_001, input_cost_per_token: '3.10', output_cost_per_token: 1e-18 },
      ],
    });
    assert.deepEqual(
      [found.inputCostPerToken, found.outputCostPerToken, found.cacheWrite1hCostPerToken, found.costPerRequest],
      ['0.00000015', '0.0000006', '0.000000000000000001', '0'],
    );
    assert.deepEqual(found.tiers, [
      { minInputTokens: 100n, inputCostPerToken: '2' },
      { minInputTokens: 200_001n, inputCostPerToken: '3.1', outputCostPerToken: '0.000000000000000001' },
    ]);
  });

  it('rejects rates that are negative, too exact or no numbers, naming the field', async () => {
    const cases: readonly (readonly [JsonObject, string])[] = [
      [{ ...RATES, input_cost_per_token: -1 }, 'input_cost_per_token'],
      [{ ...RATES, output_cost_per_token: 1e-19 }, 'output_cost_per_token'],
      [{ ...RATES, cache_read_cost_per_token: 'cheap' }, 'cache_read_cost_per_token'],
      [{ ...RATES, reasoning_cost_per_token: true }, 'reasoning_cost_per_token'],
      [{ ...RATES, tiers: [{ min_input_tokens: 1, output_cost_per_token: '-1' }] }, 'tiers[0].output_cost_per_token'],
      [{ ...RATES, tiers: [{ min_input_tokens: 1, cost_per_request: 1 }] }, 'tiers[0].cost_per_request'],
      [{ ...RATES, tiers: [{ min_input_tokens: 2 }, { min_input_tokens: 2 }] }, 'tiers[1].min_input_tokens'],
      [{ ...RATES, effective_from: '1969-12-31T23:59:59Z' }, 'effective_from'],
    ];
    for (const [body, path] of cases) {
      await assert.rejects(
        set('acme/bad', body),
        (error: { code?: string; details?: { path: string }[] }) =>
          error.code === 'invalid_request' && error.details?.[0]?.path === path,
        path,
      );
    }
  });

  it('ends the earlier price when a later one begins, which leaves earlier calls as they were', async () => {
    const first = await set('acme/versions');
    const again = await set('acme/versions');
    assert.deepEqual([again.id, again.version], [first.id, 1n]);
    const [begin, later] = [now, now + 10 * MINUTE];
    const second = await set('acme/versions', {
      ...RATES,
      input_cost_per_token: 1,
      effective_from: new Date(later).toISOString(),
    });
    assert.equal(second.version, 2n);
    assert.equal(await priceNow('acme/versions', begin), first.id);
    assert.equal(await priceNow('acme/versions', later - 1), first.id);
    assert.equal(await priceNow('acme/versions', later), second.id);
    now += 20 * MINUTE;
    await end('acme/versions');
    assert.equal(await priceNow('acme/versions', now), undefined);
    assert.equal(await priceNow('acme/versions', later), second.id);
    const ids = async (includeEnded: boolean) =>
      (await list({ model: 'acme/versions', source: 'override', include_ended: includeEnded })).prices.map(
        ({ id }) => id,
      );
    assert.deepEqual(await ids(false), []);
    assert.deepEqual((await ids(true)).toSorted(), [first.id, second.id].toSorted());
    assert.equal((await set('acme/versions')).version, 3n);
  });

  it('compares versions, and deletes only what was set', async () => {
    await set('acme/checked');
    await assert.rejects(set('acme/checked', { ...RATES, expected_version: 2 }), { code: 'version_conflict' });
    await assert.rejects(set('acme/unset', { ...RATES, expected_version: 1 }), { code: 'version_conflict' });
    await assert.rejects(end('acme/checked', { expected_version: 2 }), { code: 'version_conflict' });
    await assert.rejects(end('acme/checked', { provider: 'azure' }), { code: 'not_found' });
    await assert.rejects(end('gpt-4o'), { code: 'not_found' });
    await end('acme/checked', { expected_version: 1 });
    await assert.rejects(end('acme/checked'), { code: 'not_found' });
  });

  it('knows one provider by its several names', async () => {
    const azure = await set('acme/azure', { ...RATES, provider: 'azure.ai.openai', service_tier: 'Default' });
    assert.deepEqual([azure.provider, azure.serviceTier], ['azure', '']);
    assert.equal(await priceNow('acme/azure', now, 'azure'), azure.id);
    assert.equal(await priceNow('acme/azure', now, 'openai'), undefined);
    await end('acme/azure', { provider: 'azure_openai' });
  });

  it('lists the catalog in pages, each price once, with the override that applies instead', async () => {
    const shadow = await set('gpt-4o', RATES);
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await list({ source: 'catalog', limit: 200, ...(cursor !== undefined && { cursor }) });
      seen.push(...page.prices.map(({ id }) => id ?? ''));
      cursor = page.pagination.nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    assert.ok(pages > 5);
    assert.equal(new Set(seen).size, seen.length);
    const { prices: found } = await list({ provider: 'openai', model: 'gpt-4o' });
    assert.deepEqual(
      found.map(({ source, model, shadowedBy }) => [source, model, shadowedBy]),
      [
        ['override', 'gpt-4o', undefined],
        ['catalog', 'gpt-4o', shadow.id],
      ],
    );
    const { prices: others } = await list({ provider: 'openai', model: 'gpt-4o' }, OTHER);
    assert.deepEqual(
      others.map(({ shadowedBy }) => shadowedBy),
      [undefined],
    );
    assert.deepEqual((await list({ model: 'no-such-model' })).prices, []);
    assert.deepEqual((await list({ provider: 'nobody', source: 'catalog' })).prices, []);
    const { prices: searched } = await list({ provider: 'anthropic', search: 'HAIKU', source: 'catalog' });
    assert.ok(searched.length > 1 && searched.every(({ model }) => model?.includes('haiku')));
  });

  it('has at most 1,000 prices in effect', async () => {
    const row = { projectId: OTHER, provider: '', serviceTier: '', version: 1n, rates: {}, createdBy: 'x' };
    const at = new Date(now);
    await database.relational.client.llmPriceOverride.createMany({
      data: Array.from({ length: 1_000 }, (_, nth) => ({
        ...row,
        model: `m-${nth}`,
        effectiveFrom: at,
        createdAt: at,
      })),
    });
    await assert.rejects(set('m-1000', RATES, OTHER), { code: 'quota_exceeded' });
    assert.equal((await set('m-999', RATES, OTHER)).version, 2n);
  });

  it('sets one price at a time', async () => {
    const rates = [1, 2, 3, 4, 5].map((rate) => set('acme/race', { ...RATES, input_cost_per_token: rate }));
    const versions = (await Promise.all(rates)).map(({ version }) => version);
    assert.deepEqual(versions.toSorted(), [1n, 2n, 3n, 4n, 5n]);
    assert.equal((await list({ model: 'acme/race', source: 'override' })).prices.length, 1);
  });
});
