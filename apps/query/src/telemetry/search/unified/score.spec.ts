import assert from 'node:assert/strict';
import fc from 'fast-check';
import { score, type Rated } from './score.js';

const range = { from: 1_000n, to: 2_000n };
const result = (title: string, time = 2_000n): Rated => ({ id: 'ab', title, time });

describe('the relevance score of a result', () => {
  const cases: [title: string, words: string[], query: string, expected: number][] = [
    ['checkout', ['checkout'], 'checkout', 1],
    ['checkout failed', ['checkout'], 'checkout', 0.925],
    ['the Checkout failed', ['checkout'], 'checkout', 0.85],
    ['the checkout', ['checkout', 'failed'], 'checkout failed', 0.55],
    ['something else', ['checkout'], 'checkout', 0.25],
    ['something else', [], 'level:error', 0.625],
    ['something else', ['ab'], 'AB', 1],
  ];
  for (const [title, words, query, expected] of cases) {
    it(`of ${JSON.stringify(title)} for ${JSON.stringify(query)} is ${expected}`, () => {
      assert.equal(score(result(title), words, query, range), expected);
    });
  }

  it('grows with time and stays between 0 and 1', () => {
    const times = fc.tuple(fc.bigInt({ min: 0n, max: 3_000n }), fc.bigInt({ min: 0n, max: 3_000n }));
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1 })), times, (title, words, [a, b]) => {
        const [older, newer] = a < b ? [a, b] : [b, a];
        const [first, second] = [older, newer].map((time) => score(result(title, time), words, words.join(' '), range));
        assert.ok(first !== undefined && second !== undefined && first >= 0 && first <= second && second <= 1);
      }),
    );
  });
});
