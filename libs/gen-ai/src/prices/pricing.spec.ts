import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import fc from 'fast-check';
import { BUCKETS, type Usage } from '../usage/buckets.js';
import { toDisjointUsage } from '../usage/disjoint-usage.js';
import { CATALOG_VERSION, findModel, listCatalog } from './catalog.js';
import { costOf } from './cost.js';
import { COST_DECIMALS, formatMoney } from './money.js';
import type { Price } from './price.js';
import { findPrice, priceUsage, type PriceQuestion } from './pricing.js';

/** Usage as the oracle counts it: the input contains its parts. */
type OracleUsage = Readonly<Record<string, number>>;
interface Golden {
  readonly catalog: string;
  readonly calls: readonly (readonly [string, string, number, OracleUsage, string])[];
}

const SOURCES = path.resolve(import.meta.dirname, '../../src/prices');
const golden = JSON.parse(readFileSync(path.join(SOURCES, 'testing/prices.golden.json'), 'utf8')) as Golden;
const NOW = Date.UTC(2026, 10, 28);
const ask = (provider: string, model: string, more: Partial<PriceQuestion> = {}): PriceQuestion => ({
  provider,
  model,
  serviceTier: '',
  instant: NOW,
  isPrivate: false,
  ...more,
});

describe('prices of the catalog', () => {
  it('are of the installed version, with which the golden file was written', () => {
    const main = createRequire(import.meta.url).resolve('@pydantic/genai-prices');
    const { version } = JSON.parse(readFileSync(path.join(path.dirname(main), '../package.json'), 'utf8')) as {
      version: string;
    };
    assert.deepEqual([CATALOG_VERSION, golden.catalog], [version, version]);
  });

  it('cost what decimal arithmetic says, to 12 decimals, also around the borders of tiers', () => {
    assert.ok(golden.calls.length >= 1_060);
    for (const [provider, model, instant, given, expected] of golden.calls) {
      const reported = {
        input: given['input_tokens'] ?? 0,
        output: given['output_tokens'] ?? 0,
        cacheRead: given['cache_read_tokens'] ?? 0,
        cacheWrite: given['cache_write_tokens'] ?? 0,
        cacheWrite1h: given['cache_write_1h_tokens'] ?? 0,
        inputAudio: given['input_audio_tokens'] ?? 0,
        reasoning: given['output_reasoning_tokens'] ?? 0,
        mode: 'inclusive',
      } as const;
      const { usage, isMismatch } = toDisjointUsage(reported, 'inclusive');
      assert.equal(isMismatch, false);
      const { cost } = priceUsage(ask(provider, model, { instant }), usage, []) ?? {};
      const text = cost === undefined ? 'unpriced' : formatMoney(cost, COST_DECIMALS);
      assert.equal(text, formatMoney(BigInt(expected.replace('.', '')), COST_DECIMALS), `${provider} ${model}`);
    }
  });

  it('have an ID each, and every model can be read', async () => {
    const catalog = await listCatalog();
    const ids = catalog.flatMap(({ periods }) => periods.map(({ price }) => price.id));
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(catalog.length > 1_500);
    for (const { provider, model } of catalog) assert.doesNotThrow(() => findModel(provider, model), model);
  });

  it('need both a provider of the catalog and a model of it', () => {
    const cases = [
      ['openai', 'gpt-4o', 'openai'],
      ['openai.responses', 'gpt-4o', 'openai'],
      ['azure.ai.openai', 'gpt-4o', 'azure'],
      ['aws.bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'aws'],
      ['gcp.gen_ai', 'models/gemini-2.5-pro', 'google'],
      ['gcp.vertex_ai', 'publishers/google/models/gemini-2.5-pro', 'google'],
      ['x_ai', 'grok-4', 'x-ai'],
      ['mistral_ai', 'mistral-large-latest', 'mistral'],
      ['anthropic', 'anthropic/claude-sonnet-4-5', 'anthropic'],
      ['', 'gpt-4o', 'openai'],
      ['openai-compatible', 'gpt-4o', undefined],
      ['my-anthropic-proxy', 'claude-sonnet-4-5', undefined],
      ['ollama', 'llama3', undefined],
      ['ibm.watsonx.ai', 'gpt-4o', undefined],
      ['openai', 'my-org/gpt-4o', undefined],
      ['openai', 'no-such-model', undefined],
      ['openai', 'x'.repeat(10_000), undefined],
      ['openai', '', undefined],
    ] as const;
    for (const [provider, model, expected] of cases) {
      assert.equal(findModel(provider, model)?.provider, expected, `${provider} ${model.slice(0, 40)}`);
    }
    assert.equal(findPrice(ask('openai', 'gpt-4o', { isPrivate: true }), []), undefined);
  });

  it('depend on the day and on the time of the day', () => {
    const input = (provider: string, model: string, at: string): string => {
      const found = findPrice(ask(provider, model, { instant: Date.parse(at) }), []);
      return formatMoney(found?.price.rates.input?.base ?? 0n);
    };
    assert.equal(input('openai', 'o3', '2025-06-09T23:59:59.999Z'), '0.00001');
    assert.equal(input('openai', 'o3', '2025-06-10T00:00:00Z'), '0.000002');
    assert.equal(input('deepseek', 'deepseek-chat', '2025-02-01T00:29:59.999Z'), '0.000000135');
    assert.equal(input('deepseek', 'deepseek-chat', '2025-02-01T00:30:00Z'), '0.00000027');
  });

  it('are those of the default tier for another service tier, and say so', () => {
    for (const serviceTier of ['', 'auto', 'default', 'standard']) {
      assert.equal(findPrice(ask('openai', 'gpt-4o', { serviceTier }), [])?.isTierUnpriced, false);
    }
    for (const serviceTier of ['flex', 'Priority', 'batch', 'scale']) {
      assert.equal(findPrice(ask('openai', 'gpt-4o', { serviceTier }), [])?.isTierUnpriced, true);
    }
  });
});

describe('the cost of a call', () => {
  const rate = (base: bigint, upper = base) => ({ base, tiers: [{ above: 200_000, rate: upper }] });
  const PRICE: Price = {
    id: 'p',
    source: 'override',
    serviceTier: undefined,
    rates: { input: rate(3n, 6n), cache_read: rate(1n, 2n), output: rate(9n, 12n) },
  };

  it('never falls when a count grows', () => {
    const usage = fc.record(Object.fromEntries(BUCKETS.map((bucket) => [bucket, fc.nat(300_000)])), {
      requiredKeys: [],
    }) as fc.Arbitrary<Usage>;
    fc.assert(
      fc.property(usage, fc.constantFrom(...BUCKETS), fc.nat(300_000), (given, bucket, more) => {
        const [before, after] = [given, { ...given, [bucket]: (given[bucket] ?? 0) + more }].map((used) =>
          costOf(PRICE, used).lines.reduce((sum, { cost }) => sum + cost, 0n),
        );
        assert.ok((before ?? 0n) <= (after ?? 0n));
      }),
    );
  });

  it('is that of one tier, chosen by all input tokens, cached ones included', () => {
    const total = (cached: number): bigint =>
      costOf(PRICE, { input_text_uncached: 1, input_cache_read: cached, output_text: 1 }).lines.reduce(
        (sum, { cost }) => sum + cost,
        0n,
      );
    assert.equal(total(199_999), 3n + 199_999n + 9n);
    assert.equal(total(200_000), 6n + 400_000n + 12n);
  });

  it('is unknown, not zero, without a rate, and names what has none', () => {
    const price: Price = { ...PRICE, rates: {} };
    assert.deepEqual(costOf(price, { input_text_uncached: 5, requests: 1 }), {
      cost: undefined,
      lines: [],
      unpriced: ['input_text_uncached'],
    });
    assert.deepEqual(costOf(PRICE, { web_searches: 2, output_text: 1 }).unpriced, ['web_searches']);
    assert.equal(priceUsage(ask('nobody', 'gpt-4o'), { output_text: 1 }, []), undefined);
  });
});
