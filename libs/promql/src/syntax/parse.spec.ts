import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PromqlError } from '../errors.js';
import { parse } from './parse.js';
import { print } from './print.js';

const refused: readonly [string, string][] = [
  ['', '1:1: parse error: no expression found in input'],
  ['# only a comment', '1:1: parse error: no expression found in input'],
  ['foo(', '1:5: parse error: unclosed left parenthesis'],
  ['(a', '1:3: parse error: unclosed left parenthesis'],
  ['a)', "1:2: parse error: unexpected right parenthesis ')'"],
  ['foo(a)', '1:1: parse error: unknown function with name "foo"'],
  ['rate(a)', '1:6: parse error: expected type range vector in call to function "rate", got instant vector'],
  ['rate()', '1:1: parse error: expected 1 argument(s) in call to "rate", got 0'],
  ['round(a, 1, 2)', '1:1: parse error: expected at most 2 argument(s) in call to "round", got 3'],
  ['sum()', '1:1: parse error: no arguments for aggregate expression provided'],
  ['topk(a)', '1:1: parse error: wrong number of arguments for aggregate expression provided, expected 2, got 1'],
  ['topk("a", b)', '1:6: parse error: expected type scalar in aggregation parameter, got string'],
  ['1 == 2', '1:1: parse error: comparisons between scalars must use BOOL modifier'],
  ['a + bool b', '1:1: parse error: bool modifier can only be used on comparison operators'],
  ['a and on(x) group_left b', '1:1: parse error: no grouping allowed for "and" operation'],
  ['1 and a', '1:1: parse error: set operator "and" not allowed in binary scalar expression'],
  ['a + on(x) 1', '1:1: parse error: vector matching only allowed between instant vectors'],
  ['a + on(x) group_left(x) b', '1:1: parse error: label "x" must not occur in ON and GROUP clause at once'],
  ['a[5m] + 1', '1:1: parse error: binary expression must contain only scalar and instant vector types'],
  [
    '-"a"',
    '1:1: parse error: unary expression only allowed on expressions of type scalar or instant vector, got "string"',
  ],
  ['{a=""}', '1:1: parse error: vector selector must contain at least one non-empty matcher'],
  ['foo{__name__="bar"}', '1:1: parse error: metric name must not be set twice: "foo" or "bar"'],
  ['a offset 1m offset 2m', '1:1: parse error: offset may not be set multiple times'],
  ['a @ 1 @ 2', '1:1: parse error: @ <timestamp> may not be set multiple times'],
  ['(a)[5m]', '1:1: parse error: ranges only allowed for vector selectors'],
  ['a[5m:1m][5m:1m]', '1:1: parse error: subquery is only allowed on instant vector, got matrix instead'],
  ['a offset 5m[5m]', '1:1: parse error: no offset modifiers allowed before range'],
  [
    '1 @ 5',
    '1:1: parse error: @ modifier must be preceded by an instant vector selector or range vector selector or a subquery',
  ],
  ['a[1m/0]', '1:5: parse error: division by zero'],
  ['"abc', '1:1: parse error: unterminated quoted string'],
  ['"\\q"', '1:1: parse error: error unquoting string "\\"\\\\q\\"": invalid syntax'],
  ['a ! b', "1:3: parse error: unexpected character: '!'"],
  ['a\n+ ü § b', "2:6: parse error: unexpected character: '§'"],
  ['a b', '1:3: parse error: unexpected identifier "b"'],
  ['sum by (1) (a)', '1:9: parse error: unexpected number "1" in grouping opts, expected label'],
  ['a +', '1:4: parse error: unexpected end of input'],
];
for (const [query, message] of refused) {
  it(`refuses ${JSON.stringify(query)}`, () => {
    assert.throws(
      () => parse(query),
      (error) =>
        error instanceof PromqlError && error.type === 'bad_data' && (assert.equal(error.message, message), true),
    );
  });
}

it('throws nothing but a PromqlError, and prints what it reads', () => {
  const words =
    'a b sum by ( ) ( ) { } [ ] = =~ "x" 5m 1 + - * ^ @ offset rate step : , or and on group_left bool start end'.split(
      ' ',
    );
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (parts) => {
      try {
        const text = print(parse(parts.join(' ')));
        assert.equal(print(parse(text)), text);
      } catch (error) {
        if (!(error instanceof PromqlError)) throw error;
      }
    }),
    { numRuns: 3_000 },
  );
});

it('refuses expressions that are too deep or too long', () => {
  assert.throws(() => parse(`${'('.repeat(2_000)}a${')'.repeat(2_000)}`), PromqlError);
  assert.throws(() => parse(`a${' + a'.repeat(2_000)}`), PromqlError);
  assert.throws(() => parse('a'.repeat(40_000)), PromqlError);
});
