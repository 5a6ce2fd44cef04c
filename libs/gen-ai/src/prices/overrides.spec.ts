import assert from 'node:assert/strict';
import type { Override } from './overrides.js';
import { findPrice } from './pricing.js';

const NOW = Date.UTC(2026, 10, 28);
const override = (id: string, model: string, more: Partial<Override> = {}): Override => ({
  provider: '',
  model,
  serviceTier: '',
  effectiveFrom: 0,
  effectiveUntil: undefined,
  ...more,
  price: { id, source: 'override', serviceTier: undefined, rates: {} },
});

const OVERRIDES: readonly Override[] = [
  override('all', '*'),
  override('gpt', 'gpt-*'),
  override('gpt-4o', 'gpt-4o'),
  override('gpt-4', 'gpt-4*', { provider: 'azure' }),
  override('azure', 'gpt-*', { provider: 'azure' }),
  override('flex', 'gpt-*', { serviceTier: 'flex' }),
  override('past', 'o3', { effectiveUntil: NOW }),
  override('now', 'o3', { effectiveFrom: NOW }),
];

describe('overrides of prices', () => {
  const found = (provider: string, model: string, serviceTier = '', instant = NOW, isPrivate = false) =>
    findPrice({ provider, model, serviceTier, instant, isPrivate }, OVERRIDES);

  it('apply by the whole name before the longest beginning, then by provider, then by service tier', () => {
    const cases = [
      ['openai', 'gpt-4o', '', 'gpt-4o'],
      ['azure', 'gpt-4o', '', 'gpt-4o'],
      ['azure.ai.openai', 'gpt-4.1', '', 'gpt-4'],
      ['azure', 'gpt-5', '', 'azure'],
      ['azure', 'gpt-5', 'flex', 'azure'],
      ['openai', 'gpt-5', '', 'gpt'],
      ['openai', 'gpt-5', 'FLEX', 'flex'],
      ['anthropic', 'claude', '', 'all'],
    ] as const;
    for (const [provider, model, tier, id] of cases) {
      assert.equal(found(provider, model, tier)?.price.id, id, `${provider} ${model} ${tier}`);
    }
  });

  it('apply from one instant until before another', () => {
    assert.equal(found('openai', 'o3', '', NOW - 1)?.price.id, 'past');
    assert.equal(found('openai', 'o3', '', NOW)?.price.id, 'now');
  });

  it("apply to servers of one's own, which have no price otherwise", () => {
    assert.equal(found('ollama', 'llama3', '', NOW, true)?.price.id, 'all');
  });

  it('say if they are not those of the service tier', () => {
    assert.equal(found('openai', 'gpt-5', 'flex')?.isTierUnpriced, false);
    assert.equal(found('openai', 'gpt-5', 'batch')?.isTierUnpriced, true);
  });
});
