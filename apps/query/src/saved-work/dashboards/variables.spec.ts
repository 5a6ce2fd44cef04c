import assert from 'node:assert/strict';
import { explainSearch } from '@svc/reading/search-language';
import { LOG_FIELDS } from '@svc/reading/signals';
import fc from 'fast-check';
import { checkVariables, resolveVariables, substitute, toFilledSearch } from './variables.js';

const FILTERS = ['service:$v', 'service:$v AND level:error', 'a OR ($v b)', 'NOT host.name:$v', 'took:>$v', '-$v'];

describe('variables in filters', () => {
  const one = (value: string) => new Map([['v', value]]);

  it('substitutes one quoted value', () => {
    for (const [filter, expected] of [
      ['service:$v', 'service:"a b"'],
      ['$v', '"a b"'],
      ['service:($v OR web)', 'service:("a b" OR web)'],
      // Another name, a field, and quoted or escaped text stay unchanged.
      ['service:$vv', 'service:$vv'],
      ['$v:x', '$v:x'],
      ['$vx:y', '$vx:y'],
      ['"cost $v"', '"cost $v"'],
      ['"\\"$v" $v', '"\\"$v" "a b"'],
      ['\\$v', '\\$v'],
    ] as const)
      assert.equal(substitute(filter, one('a b')), expected);
    assert.equal(substitute('service:$v', one('')), 'service:*');
    assert.equal(substitute('service:$v', one('"\\')), 'service:"\\"\\\\"');
  });

  it('substitutes a value of a list that is a variable', () => {
    const search = (service: string[], value: string) =>
      toFilledSearch({ q: 'a OR $v', service, environment: [], level: ['error'] }, one(value));
    assert.equal(search(['$v', 'b'], 'x'), '(a OR "x") AND service:("x" OR "b") AND level:("error")');
    assert.equal(search(['$v'], ''), '(a OR *) AND service:(*) AND level:("error")');
    assert.equal(search(['$other', '$v$v'], 'x'), '(a OR "x") AND service:("$other" OR "$v$v") AND level:("error")');
    assert.equal(toFilledSearch({ q: 'a OR $v', service: [], environment: [], level: [] }, one('x')), 'a OR "x"');
  });

  it('never change the structure of a filter', () => {
    // Conditions, their fields and operators equal those of a plain word, whatever the value.
    const shape = (filter: string, value: string) =>
      explainSearch(substitute(filter, one(value)), LOG_FIELDS).conditions.map(({ places }) =>
        places.map(({ kind, name }) => [kind, name]),
      );
    const hostile = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'"\\ ():*$<>[]{}-', 'OR ', 'AND ', 'a') }),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...FILTERS), hostile, (filter, text) => {
        // Control characters are refused by the language, quoted or not.
        const value = `x${[...text].filter((character) => !/[\p{Cc}\p{Cs}]/u.test(character)).join('')}`;
        assert.deepEqual(shape(filter, value), shape(filter, 'word'));
      }),
    );
  });
});

describe('the values of variables', () => {
  const variables = [
    { name: 'service', default: 'web' },
    { name: 'host', default: '' },
  ];

  it('takes values from the request, and defaults for the others', () => {
    assert.deepEqual(
      [...resolveVariables(variables, [])],
      [
        ['service', 'web'],
        ['host', ''],
      ],
    );
    assert.deepEqual(
      resolveVariables(variables, ['host:a:b', 'service:']),
      new Map([
        ['service', ''],
        ['host', 'a:b'],
      ]),
    );
  });

  it('refuses values of variables that the dashboard does not have', () => {
    for (const text of ['other:x', 'host', '', ':', 'constructor:x', 'Host:x'])
      assert.throws(
        () => resolveVariables(variables, ['host:x', text]),
        (error: Error & { details: unknown }) => {
          assert.match(JSON.stringify(error.details), /variables\[1\]/);
          return true;
        },
      );
  });

  it('requires distinct names', () => {
    checkVariables(variables, 'variables');
    assert.throws(() => checkVariables([...variables, { name: 'host', default: 'x' }], 'variables'), {
      details: [{ path: 'variables[2].name', reason: 'must be unique' }],
    });
  });
});
