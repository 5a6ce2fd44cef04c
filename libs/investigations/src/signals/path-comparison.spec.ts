import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pathFacts, type PathTimes } from '../testing/paths.js';
import { comparePaths } from './path-comparison.js';

const NORMAL: PathTimes = { 'web: GET /': 10, 'pay: charge': 20, 'pay: SELECT': 5 };
const normal = (count = 40) => pathFacts({ isAbnormal: false, count }, NORMAL);
const abnormal = (times: PathTimes, count = 40) => pathFacts({ isAbnormal: true, count }, { ...NORMAL, ...times });

describe('the comparison of critical paths', () => {
  it('names the operation that adds the time, with both medians and its share of the slowdown', () => {
    const found = comparePaths([...normal(), ...abnormal({ 'pay: charge': 320, 'web: GET /': 110 })]);
    assert.deepEqual(found?.durationMs, { normal: 35, abnormal: 435 });
    assert.deepEqual(
      found?.parts.map(({ service, operation, selfMs, share }) => [service, operation, selfMs, share]),
      [
        ['pay', 'charge', { normal: 20, abnormal: 320 }, 0.75],
        ['web', 'GET /', { normal: 10, abnormal: 110 }, 0.25],
        ['pay', 'SELECT', { normal: 5, abnormal: 5 }, 0],
      ],
    );
    assert.match(found?.example ?? '', /^b0+20$/);
  });

  it('counts no time for traces whose path does not lead through an operation', () => {
    const found = comparePaths([...normal(), ...abnormal({ 'mail: send': 400 })]);
    assert.deepEqual(found?.parts[0]?.selfMs, { normal: 0, abnormal: 400 });
    const half = comparePaths([
      ...normal(),
      ...abnormal({ 'mail: send': 400 }, 15),
      ...abnormal({ 'pay: charge': 400 }),
    ]);
    assert.deepEqual(half?.parts.find(({ operation }) => operation === 'send')?.selfMs, { normal: 0, abnormal: 0 });
  });

  it('compares traces that begin with the same operation, of which the slowest together count', () => {
    const report = { 'job: report': 9_000 };
    const slow = { 'pay: charge': 500 };
    // Reports are always slow, and more of them are no difference.
    const mixed = [
      ...pathFacts({ isAbnormal: false, count: 10, root: 'job: report' }, report),
      ...pathFacts({ isAbnormal: true, count: 200, root: 'job: report' }, report),
    ];
    assert.equal(comparePaths(mixed), undefined);
    const found = comparePaths([...mixed, ...normal(), ...abnormal(slow)]);
    assert.deepEqual([found?.service, found?.operation], ['web', 'GET /']);
  });

  it('finds nothing in few traces, and in requests that are as fast as usual or faster', () => {
    assert.equal(comparePaths([]), undefined);
    assert.equal(comparePaths([...normal(4), ...abnormal({ 'pay: charge': 900 })]), undefined);
    assert.equal(comparePaths([...normal(), ...abnormal({ 'pay: charge': 900 }, 4)]), undefined);
    assert.equal(comparePaths([...normal(), ...abnormal({})]), undefined);
    assert.equal(comparePaths([...normal(), ...abnormal({ 'pay: charge': 2 })]), undefined);
  });

  it('has shares that sum to 1, and does not depend on the order of the traces', () => {
    const times = fc.record({ 'web: GET /': fc.integer({ min: 60, max: 900 }), 'pay: charge': fc.nat(900) });
    fc.assert(
      fc.property(times, fc.integer({ min: 5, max: 30 }), (slow, count) => {
        const all = [...normal(count), ...abnormal(slow, count)];
        const found = comparePaths(all);
        assert.deepEqual(comparePaths(all.toReversed()), found);
        if (!found) return;
        assert.ok(Math.abs(found.parts.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
        assert.ok(found.parts.every(({ share }) => share >= 0));
      }),
    );
  });
});
