import assert from 'node:assert/strict';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseSeed, effort, packageSeed } from './random-values.mjs';

describe('the random values of specs', () => {
  it('follows the seed of the environment, and otherwise one that is kept there', () => {
    assert.equal(chooseSeed({ SVC_TEST_SEED: '7' }), 7);
    const env = {};
    const seed = chooseSeed(env);
    assert.equal(env.SVC_TEST_SEED, String(seed));
    assert.equal(chooseSeed(env), seed);
  });

  it('follows the package of a file in the gate', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'svc-seeds-'));
    const env = { SVC_TEST_SEEDS: path.join(directory, 'seeds.json') };
    writeFileSync(env.SVC_TEST_SEEDS, JSON.stringify({ 'libs/flags': 5, e2e: 6 }));
    const root = path.resolve(import.meta.dirname, '../..');
    const seed = (file) => packageSeed(path.join(root, file), env);
    assert.equal(seed('libs/flags/dist/a/b.spec.js'), 5);
    assert.equal(seed('e2e/dist/crash/kill.spec.js'), 6);
    assert.equal(packageSeed('/x', {}), undefined);
    rmSync(directory, { recursive: true });
  });

  it('rejects a seed or an effort that is not a number in range', () => {
    for (const seed of ['', 'x', '-1', '1.5', String(2 ** 31)])
      assert.throws(() => chooseSeed({ SVC_TEST_SEED: seed }), /SVC_TEST_SEED/);
    for (const factor of ['x', '0', '-2']) assert.throws(() => effort({ SVC_TEST_EFFORT: factor }), /SVC_TEST_EFFORT/);
    assert.deepEqual([effort({}), effort({ SVC_TEST_EFFORT: '10' })], [1, 10]);
  });
});

describe('a test or a hook with a time limit', () => {
  it('refuses a time limit when the test is registered', () => {
    for (const register of [
      () => it('waits', () => undefined, 5_000),
      () => globalThis.beforeAll(() => undefined, 5_000),
    ])
      assert.throws(register, /time limit/);
  });
});
