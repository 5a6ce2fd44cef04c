import assert from 'node:assert/strict';
import { chooseSeed, effort } from './random-values.mjs';

describe('the random values of specs', () => {
  it('follow the seed of the environment, and otherwise one that is kept there', () => {
    assert.equal(chooseSeed({ SVC_TEST_SEED: '7' }), 7);
    const env = {};
    const seed = chooseSeed(env);
    assert.equal(env.SVC_TEST_SEED, String(seed));
    assert.equal(chooseSeed(env), seed);
  });

  it('reject a seed or an effort that is not a number in range', () => {
    for (const seed of ['', 'x', '-1', '1.5', String(2 ** 31)])
      assert.throws(() => chooseSeed({ SVC_TEST_SEED: seed }), /SVC_TEST_SEED/);
    for (const factor of ['x', '0', '-2']) assert.throws(() => effort({ SVC_TEST_EFFORT: factor }), /SVC_TEST_EFFORT/);
    assert.deepEqual([effort({}), effort({ SVC_TEST_EFFORT: '10' })], [1, 10]);
  });
});

describe('a test or a hook with a time limit', () => {
  it('is refused when it is registered', () => {
    for (const register of [() => it('waits', () => undefined, 5_000), () => beforeAll(() => undefined, 5_000)])
      assert.throws(register, /time limit/);
  });
});
