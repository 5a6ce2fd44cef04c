import assert from 'node:assert/strict';
import fc from 'fast-check';
import { analyzeError } from '../analyze-error.js';
import type { ErrorInput } from '../error-input.js';
import { NEAR_MISSES } from '../testing/near-misses.js';
import { VARIED } from '../testing/variations.js';

const INPUT: ErrorInput = {
  type: '',
  message: '',
  stacktrace: '',
  serviceName: 'shop',
  release: '',
  dist: '',
  debugIds: {},
};
const toHash = (input: Partial<ErrorInput>): string => analyzeError({ ...INPUT, ...input }).hashes[0] ?? '';

const VARIATIONS = 2_000 * Number(process.env['SVC_TEST_EFFORT'] ?? 1);

describe('grouping', () => {
  for (const [name, arbitrary] of Object.entries(VARIED)) {
    it(`gives many variations of an error one hash: ${name}`, () => {
      const hashes = new Set(fc.sample(arbitrary, { numRuns: VARIATIONS, seed: 7 }).map(toHash));
      assert.equal(hashes.size, 1);
    });
  }

  for (const [name, one, other] of NEAR_MISSES)
    it(`tells apart ${name}`, () => assert.notEqual(toHash(one), toHash(other)));

  it('gives every near miss a hash of its own', () => {
    assert.ok(NEAR_MISSES.length >= 20);
  });
});
