import assert from 'node:assert/strict';
import { checkDefinition, checkReferences, type FlagCondition, type FlagDefinition } from '../index.js';

function flag(changes: Partial<FlagDefinition> = {}): FlagDefinition {
  const filters = { groups: [{ conditions: [] }] };
  return { key: 'f', name: '', active: true, type: 'boolean', variants: [], filters, tags: [], version: 1, ...changes };
}
const withCondition = (condition: unknown, key = 'f'): FlagDefinition =>
  flag({ key, filters: { groups: [{ conditions: [condition as FlagCondition] }] } });
const weights = (...all: number[]): FlagDefinition =>
  flag({ type: 'multivariate', variants: all.map((weight, index) => ({ key: `v${index}`, weight })) });
const person = (operator: string, value?: unknown) =>
  withCondition({ type: 'person', key: 'p', operator, ...(value !== undefined && { value }) });
const CONDITION = 'filters.groups[0].conditions[0]';

describe('flag definitions', () => {
  const refused: [string, FlagDefinition, string][] = [
    ['an empty key', flag({ key: '' }), 'key'],
    [
      'a condition of no type',
      withCondition({ type: '__proto__', key: 'p', operator: 'eq', value: 'a' }),
      `${CONDITION}.type`,
    ],
    ['a key with a blank', flag({ key: 'a b' }), 'key'],
    ['a key of 201 characters', flag({ key: 'a'.repeat(201) }), 'key'],
    ['weights of 99.98', weights(33.32, 33.33, 33.33), 'variants'],
    ['weights of 100.02', weights(33.34, 33.34, 33.34), 'variants'],
    ['weights of a third of a hundredth', weights(33.335, 33.33, 33.33), 'variants[0].weight'],
    ['a negative weight', weights(-1, 1, 100), 'variants[0].weight'],
    [
      'two variants of one key',
      flag({
        type: 'multivariate',
        variants: [
          { key: 'a', weight: 50 },
          { key: 'a', weight: 50 },
        ],
      }),
      'variants[1].key',
    ],
    ['a boolean flag with variants', flag({ variants: [{ key: 'a', weight: 100 }] }), 'variants'],
    ['a multivariate flag without', flag({ type: 'multivariate' }), 'variants'],
    [
      'a rollout of 101',
      flag({ filters: { groups: [{ conditions: [], rollout_percentage: 101 }] } }),
      'filters.groups[0].rollout_percentage',
    ],
    [
      'NaN as rollout',
      flag({ filters: { groups: [{ conditions: [], rollout_percentage: NaN }] } }),
      'filters.groups[0].rollout_percentage',
    ],
    [
      'a fraction with a hundred buckets',
      flag({ filters: { groups: [{ conditions: [], rollout_percentage: 0.5 }], bucketing: 'murmur3_100' } }),
      'filters.groups[0].rollout_percentage',
    ],
    [
      'a variant that is not there',
      flag({ filters: { groups: [{ conditions: [], variant: 'x' }] } }),
      'filters.groups[0].variant',
    ],
    [
      '51 groups',
      flag({ filters: { groups: Array.from({ length: 51 }, () => ({ conditions: [] })) } }),
      'filters.groups',
    ],
    [
      'group_key without an aggregation',
      flag({ filters: { groups: [], bucket_by: 'group_key' } }),
      'filters.bucket_by',
    ],
    ['a payload of 16 KiB and more', flag({ filters: { groups: [], payload: 'x'.repeat(16_384) } }), 'filters.payload'],
    ['an unknown operator', person('like', 'x'), `${CONDITION}.operator`],
    ['an operator without its value', person('eq'), `${CONDITION}.value`],
    ['in without a list', person('in', 'a'), `${CONDITION}.value`],
    ['a list for gt', person('gt', [1]), `${CONDITION}.value`],
    ['a pattern with a back-reference', person('regex', String.raw`(a)\1`), `${CONDITION}.value`],
    ['a pattern of 201 characters', person('regex', 'a'.repeat(201)), `${CONDITION}.value`],
    ['an invalid version', person('semver_gt', '1.x'), `${CONDITION}.value`],
    ['a network with too many bits', person('in_cidr', ['10.0.0.0/33']), `${CONDITION}.value`],
    ['an octal address', person('in_cidr', '010.0.0.1'), `${CONDITION}.value`],
    ['101 networks', person('in_cidr', Array(101).fill('10.0.0.0/8')), `${CONDITION}.value`],
    ['a version of five numbers', person('semver_eq', '1.2.3.4.5'), `${CONDITION}.value`],
    ['an invalid date', person('date_after', '2026-02-30'), `${CONDITION}.value`],
    [
      'an unknown source',
      withCondition({ type: 'person', key: 'p', operator: 'is_set', source: 'page' }),
      `${CONDITION}.source`,
    ],
    [
      'a source of a cohort',
      withCondition({ type: 'cohort', key: 'c', operator: 'in', source: 'server' }),
      `${CONDITION}.source`,
    ],
    ['gt on a cohort', withCondition({ type: 'cohort', key: 'c', operator: 'gt', value: 1 }), `${CONDITION}.operator`],
    [
      'contains on a flag',
      withCondition({ type: 'flag', key: 'g', operator: 'contains', value: 'x' }),
      `${CONDITION}.operator`,
    ],
    [
      'a group without its type',
      withCondition({ type: 'group', key: 'p', operator: 'is_set' }),
      `${CONDITION}.group_type`,
    ],
  ];
  for (const [what, definition, path] of refused) {
    it(`rejects ${what} at ${path}`, () =>
      assert.deepEqual(
        checkDefinition(definition).map((found) => found.path),
        [path],
      ));
  }

  it('accepts weights within a hundredth of 100', () => {
    for (const definition of [
      weights(33.33, 33.33, 33.33),
      weights(33.34, 33.34, 33.33),
      weights(100),
      weights(0, 100),
    ])
      assert.deepEqual(checkDefinition(definition), []);
  });
});

describe('references between flags', () => {
  const needs = (key: string, ...others: string[]): FlagDefinition =>
    flag({
      key,
      filters: {
        groups: [
          { conditions: others.map((other) => ({ type: 'flag', key: other, operator: 'eq', value: true }) as const) },
        ],
      },
    });
  const check = (subject: FlagDefinition, ...others: FlagDefinition[]) =>
    checkReferences(subject, new Map([...others, subject].map((each) => [each.key, each])), new Set(['c1']));

  it('rejects a cycle of any length', () => {
    assert.equal(check(needs('a', 'a')).length, 1);
    assert.equal(check(needs('a', 'b'), needs('b', 'c'), needs('c', 'a')).length, 1);
    assert.deepEqual(check(needs('a', 'b', 'c'), needs('b', 'c'), needs('c')), []);
  });

  it('allows chains of at most five prerequisites, from either end', () => {
    const chain = (length: number) => Array.from({ length }, (_, index) => needs(`f${index}`, `f${index + 1}`));
    const [first, ...rest] = chain(5);
    assert.ok(first);
    assert.deepEqual(check(first, ...rest, needs('f5')), []);
    assert.equal(check(needs('f5', 'f6'), ...chain(5), needs('f6')).length, 1);
  });

  it('rejects references to unknown flags', () => {
    assert.equal(check(needs('a', 'unknown')).length, 1);
    assert.deepEqual(check(withCondition({ type: 'cohort', key: 'c1', operator: 'in' })), []);
    assert.equal(check(withCondition({ type: 'cohort', key: 'c2', operator: 'in' })).length, 1);
  });
});
