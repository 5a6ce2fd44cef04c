import assert from 'node:assert/strict';
import { KahanMean, KahanSum } from './kahan.js';
import { quantileOf } from './quantile.js';
import { xxHash64 } from './xxhash.js';

it('sums values whose additions lose digits', () => {
  const sum = new KahanSum();
  for (const value of [1, 1e100, 1, -1e100]) sum.add(value);
  assert.equal(sum.value, 2);
});

it('averages values whose sum is infinite', () => {
  const mean = new KahanMean();
  for (const value of [1.5e308, 1.5e308, 1.5e308]) mean.add(value);
  assert.ok(Math.abs(mean.value / 1.5e308 - 1) < 1e-9);
});

const quantiles: readonly [number, number[], number][] = [
  [0.5, [3, 1, 2], 2],
  [0.25, [1, 2, 3, 4], 1.75],
  [-1, [1], -Infinity],
  [2, [1], Infinity],
  [0.5, [], NaN],
  [0, [NaN, 1], NaN],
  [1, [NaN, 1], 1],
];
for (const [q, values, expected] of quantiles) {
  it(`finds quantile ${q} of [${values.join()}]`, () =>
    assert.equal(quantileOf(q, Float64Array.from(values)), expected));
}

const hashes: readonly [string, bigint][] = [
  ['', 0xef46db3751d8e999n],
  ['a', 0xd24ec4f1a98c6e5bn],
  ['abc', 0x44bc2cf5ad770999n],
];
for (const [text, hash] of hashes) it(`hashes "${text}"`, () => assert.equal(xxHash64(Buffer.from(text)), hash));
