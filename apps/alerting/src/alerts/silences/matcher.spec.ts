import assert from 'node:assert/strict';
import { compileSilenceMatcher, matchesAll, type MatcherOperator } from './matcher.js';

/** Operator, value, label, whether it matches. Labels that are absent are the empty text. */
const TABLE: readonly (readonly [MatcherOperator, string, string, boolean])[] = [
  ['=', 'checkout', 'checkout', true],
  ['=', 'checkout', 'Checkout', false],
  ['=', '', '', true],
  ['=', '', 'checkout', false],
  ['!=', 'checkout', 'cart', true],
  ['!=', 'checkout', 'checkout', false],
  ['!=', 'checkout', '', true],
  ['!=', '', '', false],
  ['=~', 'check', 'checkout', false],
  ['=~', 'check.*', 'checkout', true],
  ['=~', 'cart|checkout', 'checkout', true],
  ['=~', 'cart|checkout', 'checkouts', false],
  ['=~', 'a|b', 'ab', false],
  ['=~', '', '', true],
  ['=~', '', 'x', false],
  ['=~', '.*', '', true],
  ['=~', '.+', '', false],
  ['=~', '.*', 'two\nlines', false],
  ['=~', '(?s).*', 'two\nlines', true],
  ['=~', '(?i)CHECKOUT', 'checkout', true],
  ['=~', 'a', 'a\n', false],
  ['=~', '^checkout$', 'checkout', true],
  ['=~', 'ärger', 'ärger', true],
  ['!~', 'check.*', 'checkout', false],
  ['!~', 'check.*', 'cart', true],
  ['!~', 'check.*', '', true],
  ['!~', '.*', '', false],
  ['!~', '.+', '', true],
];

describe('a matcher', () => {
  for (const [operator, value, label, expected] of TABLE)
    it(`${expected ? 'matches' : 'does not match'} ${JSON.stringify(label)} with ${operator}${JSON.stringify(value)}`, () => {
      assert.equal(compileSilenceMatcher({ labelName: 'x', operator, value })?.(label), expected);
    });

  it('rejects an expression that is not RE2, is too large, or is valid only inside of another', () => {
    for (const value of ['(', 'a(?=b)', '(a)\\1', 'a{1001}', '(a{30}){30}', 'a)|(?:b', '\\Qa'])
      assert.equal(compileSilenceMatcher({ labelName: 'x', operator: '=~', value }), undefined, value);
  });
});

describe('matchers', () => {
  const matcher = (labelName: string, operator: MatcherOperator, value: string) => ({ labelName, operator, value });

  it('matches only if all matchers match, including those for absent labels', () => {
    const labels = { service_name: 'checkout', environment: 'production' };
    assert.equal(matchesAll([matcher('service_name', '=', 'checkout'), matcher('region', '=', '')], labels), true);
    assert.equal(matchesAll([matcher('service_name', '=', 'checkout'), matcher('region', '!=', '')], labels), false);
    assert.equal(
      matchesAll([matcher('service_name', '=~', 'c.*'), matcher('environment', '!~', 'p.*')], labels),
      false,
    );
  });

  it('ignores members that every object inherits', () => {
    assert.equal(matchesAll([matcher('constructor', '=', '')], {}), true);
  });

  it('never matches with an invalid expression', () => {
    assert.equal(matchesAll([matcher('a', '!~', '(')], { a: 'b' }), false);
  });
});
