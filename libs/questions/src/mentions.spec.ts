import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CatalogIndex } from './catalog/catalog-index.js';
import { readMentions } from './mentions.js';
import { ASKED_AT } from './testing/expectation.js';
import { SHOP } from './testing/shop-catalog.js';

const index = new CatalogIndex(SHOP);
const read = (text: string) => readMentions(text, index, { now: ASKED_AT, zone: 'UTC' });
const HOUR = 3_600_000;

describe('the names and the time that a text mentions', () => {
  it.each([
    ['why is checkout slow', ['checkout'], []],
    ['please find out why customers of payments-api in staging complain', ['payments-api'], ['staging']],
    ['Checkout and billing fail in production', ['checkout', 'billing'], ['production']],
    ['what on earth happened', [], []],
  ])('finds the names in %p', (text, services, environments) => {
    assert.deepEqual([read(text).names('service'), read(text).names('environment')], [services, environments]);
  });

  it('finds a time, whatever the other words are', () => {
    assert.deepEqual(read('why did checkout break in the last hour').window, { from: ASKED_AT - HOUR, to: ASKED_AT });
    assert.equal(read('why did checkout break').window, undefined);
    assert.equal(read('why did checkout break tomorrow').window, undefined);
  });

  it('never throws, and finds only names of the catalog', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        for (const name of read(text).names('service')) assert.ok(SHOP.services.includes(name));
      }),
    );
  });
});
