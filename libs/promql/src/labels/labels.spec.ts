import assert from 'node:assert/strict';
import { expandMatch } from './expand.js';
import { compileGroups } from './expression.js';
import { compareLabels, isLabelName, Labels } from './labels.js';
import { Matcher, type MatchType } from './matcher.js';
import { compareNatural, compareText } from './order.js';

const labels = Labels.from(Object.entries({ job: 'a', __name__: 'up', 'a.b': 'c"', empty: '' }));

it('keeps labels sorted, and none without a value', () => {
  assert.deepEqual(labels.pairs, ['__name__', 'up', 'a.b', 'c"', 'job', 'a']);
  assert.equal(labels.toString(), '{__name__="up", "a.b"="c\\"", job="a"}');
  assert.equal(labels.get('empty'), '');
  assert.equal(labels.name, 'up');
});

it('changes labels', () => {
  assert.equal(labels.bare.toString(), '{"a.b"="c\\"", job="a"}');
  assert.equal(labels.keep(new Set(['job', 'x'])).toString(), '{job="a"}');
  assert.equal(labels.with('job', '').bare.toString(), '{"a.b"="c\\""}');
  assert.equal(labels.drop(new Set(['__name__', 'a.b', 'job'])), Labels.EMPTY);
});

it('orders labels by name and value, and texts by code point', () => {
  const [a, b] = [
    Labels.from([['a', '1']]),
    Labels.from([
      ['a', '1'],
      ['b', '1'],
    ]),
  ];
  assert.ok(compareLabels(a, b) < 0 && compareLabels(b, a) > 0 && compareLabels(a, a) === 0);
  assert.ok(compareText('\uffff', '😀') < 0);
  assert.ok(compareNatural('cpu9', 'cpu10') < 0);
  assert.ok(compareNatural('cpu09', 'cpu9') !== 0);
});

const matches: readonly [MatchType, string, string, boolean][] = [
  ['=', 'a', 'a', true],
  ['!=', 'a', '', true],
  ['=~', 'a|b', 'b', true],
  ['=~', 'a', 'ab', false],
  ['=~', 'a.b', 'a\nb', true],
  ['!~', 'a.*', 'abc', false],
  ['=~', '(?i)A', 'a', true],
];
for (const [type, value, text, expected] of matches) {
  it(`${JSON.stringify(text)} ${type} ${value}: ${expected}`, () =>
    assert.equal(new Matcher('l', type, value).matches(text), expected));
}

const templates: readonly [string, string, string, string | undefined][] = [
  ['(.*)-(.*)', '$2-$1', 'a-b', 'b-a'],
  ['(.*)', '${1}x$1x$$', 'a', 'ax$'],
  ['(?P<n>a)b?', '$n$9', 'a', 'a'],
  ['a', '$0', 'b', undefined],
];
for (const [pattern, template, text, expected] of templates) {
  it(`expands ${template}`, () => assert.equal(expandMatch(compileGroups(pattern).regex, template, text), expected));
}

it('takes any text as the name of a label', () => {
  assert.deepEqual(['a', 'a.b', '', '\ufffd', '\ud800'].map(isLabelName), [true, true, false, false, false]);
});

describe('regular expressions of matchers', () => {
  const many = Array.from({ length: 5_000 }, (_, nth) => `host-${nth}\\.example`);

  it.each<[string, string, boolean]>([
    ['a|b', 'b', true],
    ['(a|b)', 'a', true],
    ['(?:a|b)', 'c', false],
    ['a\\.b|c\\|d', 'a.b', true],
    ['a\\.b|c\\|d', 'c|d', true],
    ['a\\.b', 'axb', false],
    ['a|', '', true],
    ['', '', true],
    ['a.*|b', 'a\nx', true],
    ['a|b.', 'xa', false],
    [many.join('|'), 'host-4999.example', true],
  ])('compares whole texts', (pattern, text, expected) =>
    assert.equal(new Matcher('l', '=~', pattern).matches(text), expected),
  );

  it('are bounded in their size, and in the text that they are tried on', () => {
    assert.throws(() => new Matcher('l', '=~', '(a{100}){100}'), /more than 500 instructions/);
    assert.throws(() => new Matcher('l', '=~', 'a['), /regexp/);
    assert.equal(new Matcher('l', '=~', 'a.*').matches(`a${'x'.repeat(5_000)}`), false);
    assert.equal(new Matcher('l', '=~', many.join('|')).size, 0);
  });
});
