import assert from 'node:assert/strict';
import { compileMatcher, OPERATORS, QUERY_OPERATORS, readTest, readTime } from './index.js';
import { readVectors } from './testing/index.js';

const { now, cases } = readVectors();
const nowNs = readTime(now) ?? 0n;

describe('compileMatcher', () => {
  it('answers every published case', () => {
    for (const { op, value, candidate, passes } of cases) {
      const matches = compileMatcher(readTest(op, value, 'filter', nowNs), { readInstant: readTime });
      assert.equal(matches(candidate, Number(nowNs / 1_000_000n)), passes, JSON.stringify({ op, value, candidate }));
    }
  });

  it('tests every query operator; only flags have others', () => {
    assert.deepEqual(new Set(cases.map(({ op }) => op)), new Set(QUERY_OPERATORS));
    assert.equal(OPERATORS.length - QUERY_OPERATORS.length, 7);
  });
});

describe('readTest', () => {
  const refused: readonly (readonly [string, unknown, string])[] = [
    ['like', 'a', 'filter.op'],
    ['semver_gt', '1.0.0', 'filter.op'],
    ['eq', { a: 1 }, 'filter.value'],
    ['in', [], 'filter.value'],
    ['in', ['a', ['b']], 'filter.value[1]'],
    ['contains', '', 'filter.value'],
    ['regex', '(?=a)', 'filter.value'],
    ['gt', true, 'filter.value'],
    ['date_after', '2026-01-01', 'filter.value'],
    ['date_after', '1899-01-01T00:00:00Z', 'filter.value'],
    ['is_set', true, 'filter.value'],
    ['eq', 'x'.repeat(4_097), 'filter.value'],
  ];
  for (const [op, value, path] of refused) {
    it(`rejects ${op} with ${JSON.stringify(value).slice(0, 40)} at ${path}`, () => {
      assert.throws(
        () => readTest(op, value as never, 'filter', nowNs),
        (error: { details: { path: string }[] }) => error.details[0]?.path === path,
      );
    });
  }
});
