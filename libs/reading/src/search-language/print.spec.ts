import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withoutPositions } from '../testing/expressions.js';
import { LIMITS, type Condition, type Expression, type Test } from './expression.js';
import { parseSearch } from './parse.js';
import { printSearch } from './print.js';

const PRINTED: readonly (readonly [query: string, printed: string])[] = [
  ['a b', 'a AND b'],
  ['a OR b c', 'a OR b AND c'],
  ['(a OR b) -c', '(a OR b) AND NOT c'],
  ['level:(error OR NOT "warn")', 'level:error OR NOT level:warn'],
  ['"a phrase"', '"a phrase"'],
  ['n:>5 n:<=7', 'n:{"5" TO *] AND n:[* TO "7"]'],
  ['"my key":x*y', '"my key":x*y'],
  ['url:\\/\\/a', 'url:"//a"'],
  ['\\-a*', '\\-a*'],
  ['n:[* TO *]', 'n:*'],
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    'AND',
    'OR',
    'NOT',
    'TO',
    '-',
    '-a',
    '//x',
    'a:b',
    '"',
    '\\',
    '[a',
    '>1',
    '*',
    ' ',
    '\u00a0',
    'ü',
    '💣',
  ),
);
const plain = text.filter((value) => value.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(value));
const nonEmpty = plain.filter((value) => value !== '');
const bound = fc.record({ value: nonEmpty, inclusive: fc.boolean() }, { noNullPrototype: true });
const equals = (value: string): Test => ({ kind: 'equals', value });
const pattern: fc.Arbitrary<Test> = fc
  .array(plain, { minLength: 2, maxLength: 3 })
  .filter((parts) => parts.some((part) => part !== ''))
  .map((parts) => ({ kind: 'pattern', parts }));
const range: fc.Arbitrary<Test> = fc.oneof(
  bound.map((low): Test => ({ kind: 'range', low })),
  bound.map((high): Test => ({ kind: 'range', high })),
  fc.tuple(bound, bound).map(([low, high]): Test => ({ kind: 'range', low, high })),
);
const exists = fc.constant<Test>({ kind: 'exists' });
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.oneof(nonEmpty.map(equals), pattern, exists).map((test): Condition => ({ kind: 'condition', test, at: 0 })),
  fc
    .tuple(nonEmpty, fc.oneof(plain.map(equals), pattern, range, exists))
    .map(([field, test]): Condition => ({ kind: 'condition', field, test, at: 0 })),
);
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    condition,
    tie('expression').map((operand): Expression => ({ kind: 'not', operand })),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('expression'), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, operands]): Expression => ({ kind, operands })),
  ),
}));

/** The language has limits; a longer query cannot be parsed. */
function isWithinLimits(whole: Expression): boolean {
  const printed = printSearch(whole);
  const conditions = JSON.stringify(whole).split('"kind":"condition"').length - 1;
  const stars = printed.replaceAll(/\\./gs, '').split('*').length - 1;
  return printed.length <= LIMITS.characters && conditions <= LIMITS.conditions && stars <= LIMITS.wildcards;
}

describe('printSearch', () => {
  for (const [query, printed] of PRINTED) {
    it(`prints ${query} as ${printed}`, () => {
      const parsed = parseSearch(query);
      assert.ok(parsed);
      assert.equal(printSearch(parsed), printed);
    });
  }

  it('prints a query that parses to the same expression', () => {
    fc.assert(
      fc.property(expression.filter(isWithinLimits), (whole) => {
        assert.deepEqual(withoutPositions(parseSearch(printSearch(whole))), whole);
      }),
      { numRuns: 3_000 },
    );
  });
});
