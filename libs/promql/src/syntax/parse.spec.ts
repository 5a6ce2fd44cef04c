import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PromqlError } from '../errors.js';
import { toJson } from './json.js';
import { parse } from './parse.js';
import { pretty } from './pretty.js';
import { print } from './print.js';

const printed: readonly [string, string][] = [
  ['foo', 'foo'],
  ['{"foo.bar", "a.b"=~"x|y"}', '{"a.b"=~"x|y",__name__="foo.bar"}'],
  ['http.requests{service.name="a"}', 'http.requests{"service.name"="a"}'],
  ['foo{b!~"x",a="1"} offset -5m @ 1.5', 'foo{a="1",b!~"x"} @ 1.500 offset -5m'],
  ['rate(foo[300] @ end())', 'rate(foo[5m] @ end())'],
  ['sum(rate(a[1m]))by(x,)', 'sum by (x) (rate(a[1m]))'],
  ['a+on(x)group_left(y,z)b', 'a + on (x) group_left (y, z) b'],
  ['a + b * c ^ d ^ e or f', 'a + b * c ^ d ^ e or f'],
  ['a == bool b', 'a == bool b'],
  ['-a ^ 2', '-a ^ 2'],
  ['1 -1', '1 - 1'],
  ['a * fill_left(1) fill_right(2) b', 'a * fill_left (1) fill_right (2) b'],
  ['max_over_time(rate(a[5m])[1h:30s] offset 1d)', 'max_over_time(rate(a[5m])[1h:30s] offset 1d)'],
  ['rate(a[max_of(step(),5m)] offset (1h/2))', 'rate(a[max_of(step(), 5m)] offset (1h / 2))'],
  ['min_of(1, 2)', 'min_of(1, 2)'],
  ['2.', '2'],
  ['0x1F + 010 + 1_000 + .5e3', '31 + 8 + 1000 + 500'],
  ["label_replace(a, 'x', `\\d`, \"b\\n\", '.*')", 'label_replace(a, "x", "\\\\d", "b\\n", ".*")'],
  ['# comment\nfoo # another', 'foo'],
];
for (const [query, expected] of printed) {
  it(`prints ${query}`, () => {
    assert.equal(print(parse(query)), expected);
    assert.equal(print(parse(expected)), expected, 'what is printed is read as the same');
  });
}

const grouped: readonly [string, string][] = [
  ['a + b @ 5 * c', 'a + (b @ 5.000 * c)'],
  ['a * b offset 5m + c', '(a * b offset 5m) + c'],
  ['-a ^ b', '-(a ^ b)'],
  ['-a * b', '(-a) * b'],
  ['a ^ -b * c', '(a ^ -b) * c'],
  ['a and b or c unless d', '(a and b) or (c unless d)'],
  ['a - b - c', '(a - b) - c'],
];
for (const [query, expected] of grouped) {
  it(`reads ${query} as ${expected}`, () => {
    const flat = (text: string) => strip(toJson(parse(text)));
    assert.deepEqual(flat(query), flat(expected));
  });
}

/** Takes parentheses out of a tree. */
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  if ('type' in value && value.type === 'parenExpr' && 'expr' in value) return strip(value.expr);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, strip(one)]));
}

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

it('splits long expressions into lines', () => {
  const query = `sum by (instance) (rate(http_requests_total{job="a-long-name-of-a-job"}[5m])) / on (instance) group_left () count by (instance) (up)`;
  const lines = [
    '  sum by (instance) (rate(http_requests_total{job="a-long-name-of-a-job"}[5m]))',
    '/ on (instance) group_left ()',
    '  count by (instance) (up)',
  ];
  assert.equal(pretty(parse(query)), lines.join('\n'));
});

it('answers the tree of an expression', () => {
  assert.deepEqual(toJson(parse('rate(a{b="c"}[5m] offset 1m)')), {
    type: 'call',
    func: { name: 'rate', argTypes: ['matrix'], variadic: 0, returnType: 'vector' },
    args: [
      {
        type: 'matrixSelector',
        name: 'a',
        range: 300_000,
        rangeExpr: null,
        offset: 60_000,
        offsetExpr: null,
        matchers: [
          { name: 'b', value: 'c', type: '=' },
          { name: '__name__', value: 'a', type: '=' },
        ],
        timestamp: null,
        startOrEnd: null,
        anchored: false,
        smoothed: false,
      },
    ],
  });
});

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
