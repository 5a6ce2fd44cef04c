import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PathFact } from '../../facts/path-facts.js';
import { pathFacts, type PathTimes } from '../../testing/paths.js';
import { ALONE } from '../../testing/turns.js';
import { comparePaths, type PathComparison } from './path-comparison.js';

const NORMAL: PathTimes = { 'web: GET /': 10, 'pay: charge': 20, 'pay: SELECT': 5 };
const normal = (count = 40) => pathFacts({ isAbnormal: false, count }, NORMAL);
const compare = (paths: readonly PathFact[]) => comparePaths(paths, ALONE);
const compared = async (paths: readonly PathFact[]): Promise<PathComparison> => {
  const found = await compare(paths);
  assert.ok(typeof found === 'object', JSON.stringify(found));
  return found;
};
const abnormal = (times: PathTimes, count = 40) => pathFacts({ isAbnormal: true, count }, { ...NORMAL, ...times });

describe('the comparison of critical paths', () => {
  it('names the operation that adds the time, with both medians and its share of the slowdown', async () => {
    const found = await compared([...normal(), ...abnormal({ 'pay: charge': 320, 'web: GET /': 110 })]);
    assert.deepEqual(found.durationMs, { normal: 35, abnormal: 435 });
    assert.deepEqual(
      found.parts.map(({ service, operation, selfMs, share }) => [service, operation, selfMs, share]),
      [
        ['pay', 'charge', { normal: 20, abnormal: 320 }, 0.75],
        ['web', 'GET /', { normal: 10, abnormal: 110 }, 0.25],
        ['pay', 'SELECT', { normal: 5, abnormal: 5 }, 0],
      ],
    );
    assert.match(found.example, /^b0+20$/);
  });

  it('counts no time for traces whose path does not lead through an operation', async () => {
    const found = await compared([...normal(), ...abnormal({ 'mail: send': 400 })]);
    assert.deepEqual(found.parts[0]?.selfMs, { normal: 0, abnormal: 400 });
    const half = await compared([
      ...normal(),
      ...abnormal({ 'mail: send': 400 }, 15),
      ...abnormal({ 'pay: charge': 400 }),
    ]);
    assert.ok(!half.parts.some(({ operation }) => operation === 'send'));
  });

  it('compares traces that begin with the same operation, of which the slowest together count', async () => {
    const report = { 'job: report': 9_000 };
    const slow = { 'pay: charge': 500 };
    // Reports are always slow, and more of them are no difference.
    const mixed = [
      ...pathFacts({ isAbnormal: false, count: 10, root: 'job: report' }, report),
      ...pathFacts({ isAbnormal: true, count: 200, root: 'job: report' }, report),
    ];
    assert.equal(await compare(mixed), 'as_usual');
    const found = await compared([...mixed, ...normal(), ...abnormal(slow)]);
    assert.deepEqual([found.service, found.operation], ['web', 'GET /']);
  });

  it('finds nothing in requests that are as fast as usual or faster', async () => {
    assert.equal(await compare([...normal(), ...abnormal({})]), 'as_usual');
    assert.equal(await compare([...normal(), ...abnormal({ 'pay: charge': 2 })]), 'as_usual');
  });

  it('says that there are too few traces of each operation, instead of calling them usual', async () => {
    const slow = { 'pay: charge': 900 };
    const job = { root: 'job: report' };
    const few = [
      [],
      [...normal(4), ...abnormal(slow)],
      [...normal(), ...abnormal(slow, 4)],
      [...normal(), ...pathFacts({ ...job, isAbnormal: true, count: 40 }, slow)],
    ];
    for (const paths of few) assert.equal(await compare(paths), 'too_few_traces');
    assert.equal((await compared([...normal(5), ...abnormal(slow, 5)])).operation, 'GET /');
  });

  it('has shares that sum to 1, and does not depend on the order of the traces', async () => {
    const times = fc.record({ 'web: GET /': fc.integer({ min: 60, max: 900 }), 'pay: charge': fc.nat(900) });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 5, max: 30 }), async (slow, count) => {
        const all = [...normal(count), ...abnormal(slow, count)];
        const found = await compare(all);
        assert.deepEqual(await compare(all.toReversed()), found);
        if (typeof found === 'string') return;
        assert.ok(Math.abs(found.parts.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
        assert.ok(found.parts.every(({ share }) => share >= 0));
      }),
    );
  });
});
