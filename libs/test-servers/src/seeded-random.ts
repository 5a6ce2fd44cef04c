/** A source of numbers in [0, 1) that a seed determines, so that a run can be had again. (The generator is mulberry32.) */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed of all random values of this run: `SVC_TEST_SEED`, which the set-up of the specs chooses where it is not given. */
export function testSeed(): number {
  return Number(process.env['SVC_TEST_SEED'] ?? 0);
}

/** The numbers of the seed of this run. A test that fails reports the seed. */
export function randomForTests(): () => number {
  return seededRandom(testSeed());
}

/** Number of repetitions of a randomized test: `count` in the gate, multiplied by `SVC_TEST_EFFORT` elsewhere. */
export function rounds(count: number): number {
  return Math.ceil(count * Number(process.env['SVC_TEST_EFFORT'] ?? 1));
}
