import assert from 'node:assert/strict';
import type { LlmPrice } from '../../../gen/api.js';
import { describeBackfill, describeCalls, describeExample } from './describe-price.js';
import { faultsOf, findOwn, missingOf, toPriceBody, toPriceDraft } from './price-draft.js';

const price: LlmPrice = {
  id: 'a',
  source: 'override',
  provider: 'openai',
  model: 'gpt-4o',
  service_tier: '',
  currency: 'USD',
  input_cost_per_token: '0.0000025',
  output_cost_per_token: '0.00001',
  cost_per_request: '0.01',
  tiers: [{ min_input_tokens: 200_001, input_cost_per_token: '0.000005' }],
};
const draft = toPriceDraft(price);

describe('the form of a price', () => {
  it('shows dollars for a million tokens, and sends them for one', () => {
    assert.deepEqual(
      [draft.input_cost_per_token, draft.output_cost_per_token, draft.cost_per_request, draft.reasoning_cost_per_token],
      ['2.5', '10', '0.01', ''],
    );
    assert.deepEqual(toPriceBody({ ...draft, cache_read_cost_per_token: ' 1.25 ' }, price, 3), {
      input_cost_per_token: '0.0000025',
      output_cost_per_token: '0.00001',
      cache_read_cost_per_token: '0.00000125',
      cost_per_request: '0.01',
      provider: 'openai',
      tiers: price.tiers,
      expected_version: 3,
    });
  });

  it('sends neither rates of long inputs that are not kept, nor what is empty', () => {
    const body = toPriceBody({ ...draft, keepsTiers: false, provider: '', cost_per_request: '' }, price, undefined);
    assert.deepEqual(body, { input_cost_per_token: '0.0000025', output_cost_per_token: '0.00001' });
  });

  it('says what is missing and what is no price', () => {
    const empty = toPriceDraft({ model: '' });
    assert.equal(missingOf(empty), 'Type the model first.');
    assert.equal(missingOf({ ...empty, model: 'm' }), 'Type the price of the input first.');
    assert.equal(missingOf({ ...empty, model: 'm', input_cost_per_token: '0' }), 'Type the price of the output first.');
    assert.equal(missingOf(draft), undefined);
    assert.deepEqual([...faultsOf(draft).keys(), ...faultsOf(empty).keys()], []);
    for (const text of ['-1', 'free', '1e3', '0.0000000000001'])
      assert.ok(faultsOf({ ...draft, input_cost_per_token: text }).has('input_cost_per_token'), text);
    for (const model of ['a b', 'a*b', '**']) assert.ok(faultsOf({ ...draft, model }).has('model'), model);
    for (const model of ['acme/*', '*', 'a:b@c']) assert.ok(!faultsOf({ ...draft, model }).has('model'), model);
  });

  it('finds the own price that it would replace', () => {
    const others = [
      { ...price, id: 'b', source: 'catalog' },
      { ...price, id: 'c', service_tier: 'flex' },
      { ...price, id: 'd', effective_until: '2026-01-01T00:00:00Z' },
    ];
    assert.equal(findOwn([...others, price], draft)?.id, 'a');
    assert.equal(findOwn(others, draft), undefined);
  });
});

describe('what a price does', () => {
  it('says which calls it is for', () => {
    assert.equal(describeCalls(draft), 'calls of gpt-4o at openai');
    assert.equal(
      describeCalls({ ...draft, model: 'acme/*', provider: '', tier: 'flex' }),
      'calls of models that begin with acme/ at all providers with the service tier flex',
    );
    assert.equal(describeCalls({ ...draft, model: '*' }), 'calls of all models at openai');
  });

  it('says what a call costs, and what stored calls would cost', () => {
    assert.equal(describeExample(draft), 'A call with 10,000 input and 1,000 output tokens costs $0.05.');
    const backfill = { calls: 2, unpriced_calls: 1, cost_before: '0', cost_after: '0.5' };
    assert.equal(
      describeBackfill(backfill),
      '2 stored calls get the price: $0.00 becomes $0.50. 1 of them has no whole price now.',
    );
    assert.match(describeBackfill({ ...backfill, calls: 0 }), /^No stored call/);
  });
});
