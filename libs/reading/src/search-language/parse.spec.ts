import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { withoutPositions } from '../testing/expressions.js';
import type { Expression, Test } from './expression.js';
import { fragments } from './fragments.fixture.js';
import { parseSearch } from './parse.js';

const word = (value: string, field?: string): Expression => condition({ kind: 'equals', value }, field);
const condition = (test: Test, field?: string): Expression => ({
  kind: 'condition',
  test,
  at: 0,
  ...(field === undefined ? {} : { field }),
});
const and = (...operands: Expression[]): Expression => ({ kind: 'and', operands });
const or = (...operands: Expression[]): Expression => ({ kind: 'or', operands });
const not = (operand: Expression): Expression => ({ kind: 'not', operand });

const from = (value: string, inclusive: boolean) => ({ low: { value, inclusive } });
const to = (value: string, inclusive: boolean) => ({ high: { value, inclusive } });
const range = (bounds: Omit<Extract<Test, { kind: 'range' }>, 'kind'>, field: string): Expression =>
  condition({ kind: 'range', ...bounds }, field);

describe('parseSearch', () => {
  const understood: [query: string, meaning: Expression | undefined][] = [
    ['', undefined],
    [' \t\n', undefined],
    ['timeout', word('timeout')],
    ['a b', and(word('a'), word('b'))],
    ['a AND b', and(word('a'), word('b'))],
    ['a OR b c', or(word('a'), and(word('b'), word('c')))],
    ['(a OR b) AND c', and(or(word('a'), word('b')), word('c'))],
    ['NOT a b', and(not(word('a')), word('b'))],
    ['-a -"b c"', and(not(word('a')), not(word('b c')))],
    ['NOT -(a)', not(not(word('a')))],
    ['- a', and(word('-'), word('a'))],
    ['a-b', word('a-b')],
    ['"connection \\"refused\\" AND *"', word('connection "refused" AND *')],
    ['and or not', and(word('and'), word('or'), word('not'))],
    ['ANDROID', word('ANDROID')],
    ['"AND"', word('AND')],
    ['\\AND \\(x\\)', and(word('AND'), word('(x)'))],
    ['10.0.0.1:8080', word('10.0.0.1:8080')],
    ['https://example.org/a?b=c', word('https://example.org/a?b=c')],
    ['/api/v1', word('/api/v1')],
    ['time*', condition({ kind: 'pattern', parts: ['time', ''] })],
    ['*a*b', condition({ kind: 'pattern', parts: ['', 'a', 'b'] })],
    ['100\\*', word('100*')],
    ['*', condition({ kind: 'exists' })],
    ['level:error', word('error', 'level')],
    ['level:"error"', word('error', 'level')],
    ['path:/a/b:c', word('/a/b:c', 'path')],
    ['k8s.pod/name:x', word('x', 'k8s.pod/name')],
    ['"my key":x', word('x', 'my key')],
    ['code:007', word('007', 'code')],
    ['a:""', word('', 'a')],
    ['a:*', condition({ kind: 'exists' }, 'a')],
    ['a:b*', condition({ kind: 'pattern', parts: ['b', ''] }, 'a')],
    ['level:(error OR NOT warn)', or(word('error', 'level'), not(word('warn', 'level')))],
    ['level:(a:b)', word('a:b', 'level')],
    ['n:>5', range(from('5', false), 'n')],
    ['n:>=5', range(from('5', true), 'n')],
    ['n:<-5.5', range(to('-5.5', false), 'n')],
    ['n:<="a b"', range(to('a b', true), 'n')],
    ['n:=5', word('5', 'n')],
    ['n:[1 TO 5]', range({ ...from('1', true), ...to('5', true) }, 'n')],
    ['n:{1 TO 5]', range({ ...from('1', false), ...to('5', true) }, 'n')],
    ['n:[ a TO "b c" }', range({ ...from('a', true), ...to('b c', false) }, 'n')],
    ['n:[* TO 5]', range(to('5', true), 'n')],
    ['n:[1 TO *]', range(from('1', true), 'n')],
    ['n:[* TO *]', condition({ kind: 'exists' }, 'n')],
    ['[1 TO 5]', and(word('[1'), word('TO'), word('5]'))],
    ['ошибка', word('ошибка')],
  ];
  for (const [query, meaning] of understood) {
    it(`parses ${JSON.stringify(query)}`, () => {
      assert.deepEqual(withoutPositions(parseSearch(query)), meaning);
    });
  }

  const refused: [query: string, position: number, hint: RegExp][] = [
    ['a AND', 6, /missing/],
    ['a OR', 5, /missing/],
    ['OR a', 1, /operator needs a condition before/],
    ['a AND OR b', 7, /operator needs a condition before/],
    ['a && b', 3, /write AND/],
    ['a || b', 3, /write OR/],
    ['NOT', 4, /missing/],
    ['(a', 1, /not closed/],
    ['a)', 2, /no opening parenthesis/],
    ['()', 2, /missing before/],
    ['say "hello', 5, /not closed/],
    ['level: error', 7, /missing after the colon/],
    ['level:', 7, /missing after the colon/],
    ['""', 1, /empty/],
    ['n:>', 4, /bound is missing/],
    ['n:[1 5]', 6, /low TO high/],
    ['n:[1 TO 5', 3, /no closing bracket/],
    ['n:[1* TO 5]', 4, /single \*/],
    ['a\\', 2, /backslash/],
    ['a\u0000b', 2, /control/],
    ['\ud800', 1, /control/],
    [`${'('.repeat(30)}a`, 26, /levels/],
    [`${'NOT '.repeat(30)}a`, 100, /levels/],
    ['*a'.repeat(9), 1, /wildcards/],
    [Array(65).fill('a').join(' '), 129, /conditions/],
    ['x'.repeat(4097), 4097, /characters/],
  ];
  for (const [query, position, hint] of refused) {
    it(`reports the fault of ${JSON.stringify(query.slice(0, 20))} and its position`, () => {
      const error = refusal(query);
      assert.match(error.details[0]?.reason ?? '', new RegExp(`^at position ${position}: `));
      assert.match(error.message, hint);
    });
  }

  it('refuses comparisons of other languages with a hint, and takes them in quotation marks as texts', () => {
    for (const query of ['code >= 20', 'code>=20', 'code<20', 'a code == 20', 'x!=-1', '= 5', '(code > 20)', 'NOT <'])
      assert.match(refusal(query).message, /field:>=20/, query);
    for (const query of [
      'code:>=20',
      'a=5',
      'a->b',
      '"code >= 20"',
      'x>y',
      'List<String>',
      'a=b',
      'code:=20',
      '=a',
      'code:(>= 20)',
    ])
      assert.ok(parseSearch(query), query);
  });

  it('parses or refuses any string, and never repeats it', () => {
    fc.assert(
      fc.property(fragments, (some) => {
        const query = `q7Zx${some.join('')}q7Zx`;
        try {
          parseSearch(query);
        } catch (error) {
          assert.ok(error instanceof ServiceError, String(error));
          assert.equal(error.code, 'invalid_request');
          assert.equal(error.details[0]?.path, 'q');
          assert.ok(!JSON.stringify(error.toBody()).includes('q7Zx'));
        }
      }),
      { numRuns: 500 },
    );
  });
});

function refusal(query: string): ServiceError {
  try {
    parseSearch(query);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error;
  }
  return assert.fail('The query was parsed without an error');
}
