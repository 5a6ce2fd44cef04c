import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addTerm, excludeTerm, formatValue, removeTerm, searchedWords, splitTerms, toTerm } from './terms.js';

describe('terms of a query', () => {
  const additions: readonly (readonly [string, string, string, string])[] = [
    ['', 'level', 'error', 'level:error'],
    ['timeout', 'level', 'error', 'timeout AND level:error'],
    ['level:error', 'level', 'error', 'level:error'],
    ['a OR b', 'level', 'error', '(a OR b) AND level:error'],
    ['(a OR b)', 'level', 'error', '(a OR b) AND level:error'],
    ['a AND NOT level:error', 'level', 'error', 'a AND level:error'],
    ['', 'http.route', '/a b', 'http.route:"/a b"'],
    ['', 'user agent', 'x"y\\z', '"user agent":"x\\"y\\\\z"'],
    ['', 'kind', 'OR', 'kind:"OR"'],
    ['', 'empty', '', 'empty:""'],
  ];
  for (const [query, field, value, expected] of additions)
    it(`adds ${field} to ${JSON.stringify(query)}`, () => assert.equal(addTerm(query, field, value), expected));

  const exclusions: readonly (readonly [string, string])[] = [
    ['', 'NOT level:error'],
    ['level:error', 'NOT level:error'],
    ['a AND level:error AND b', 'a AND b AND NOT level:error'],
    ['a AND NOT level:error', 'a AND NOT level:error'],
    ['a OR level:error', '(a OR level:error) AND NOT level:error'],
  ];
  for (const [query, expected] of exclusions)
    it(`excludes a value from ${JSON.stringify(query)}`, () =>
      assert.equal(excludeTerm(query, 'level', 'error'), expected));

  it('removes what it has added', () => {
    const value = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.constantFrom('', 'a', 'a AND b:c', '"x y" NOT z'), value, (query, text) => {
        assert.equal(removeTerm(addTerm(query, 'field', text), toTerm('field', text)), query);
      }),
    );
  });

  it('splits every text without losing a character that is no space or parenthesis', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const terms = splitTerms(query);
        for (const { text, start, end } of terms) assert.equal(query.slice(start, end), text);
        for (const [index, { start }] of terms.entries()) assert.ok(start >= (terms[index - 1]?.end ?? 0));
      }),
    );
  });

  it('quotes what is not a plain word', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const terms = splitTerms(`f:${formatValue(value)}`);
        assert.equal(terms.length, 1);
      }),
    );
  });

  it('finds the words that stand in texts', () => {
    assert.deepEqual(searchedWords('payment "timed out" AND NOT retry AND level:error OR time*'), [
      'payment',
      'timed out',
      'time',
    ]);
    assert.deepEqual(searchedWords('https://example.com/a'), ['https://example.com/a']);
  });
});
