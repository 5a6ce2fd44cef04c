import assert from 'node:assert/strict';
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
