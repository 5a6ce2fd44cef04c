import assert from 'node:assert/strict';
import { randomForTests, rounds, seededRandom, testSeed } from './seeded-random.js';

const take = (random: () => number): number[] => Array.from({ length: 20 }, random);

describe('random values of tests', () => {
  it('draws the same values for the same seed and different ones for another', () => {
    assert.deepEqual(take(seededRandom(7)), take(seededRandom(7)));
    assert.notDeepEqual(take(seededRandom(7)), take(seededRandom(8)));
    assert.ok(take(seededRandom(7)).every((number) => number >= 0 && number < 1));
  });

  it('follows the seed of the run, which the set-up has chosen', () => {
    assert.equal(String(testSeed()), process.env['SVC_TEST_SEED']);
    assert.deepEqual(take(randomForTests()), take(seededRandom(testSeed())));
  });

  it('draws as many values as the effort says', () => {
    assert.equal(rounds(6), Math.ceil(6 * Number(process.env['SVC_TEST_EFFORT'] ?? 1)));
  });
});
