import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Json } from '../../runtime/values/json.js';
import { printTree } from './tree.js';

const PIPE = { width: undefined };

describe('printTree', () => {
  it('prints one line for every container and scalar', () => {
    const value = { b: [1, { deep: null }, []], a: 'text', 'service.name': true, empty: '', line: 'one\ntwo' };
    assert.equal(
      printTree(value, PIPE),
      [
        'PATH               TYPE     VALUE',
        '$                  object   5 keys',
        '$.a                string   text',
        '$.b                array    3 items',
        '$.b[0]             number   1',
        '$.b[1]             object   1 key',
        '$.b[1].deep        null     null',
        '$.b[2]             array    0 items',
        '$.empty            string   ""',
        '$.line             string   one\\ntwo',
        '$["service.name"]  boolean  true',
        '',
      ].join('\n'),
    );
  });

  it('wraps values at spaces on a terminal and breaks no word', () => {
    const value = { text: 'payment refused by the card processor', word: 'x'.repeat(50) };
    assert.equal(
      printTree(value, { width: 40 }),
      [
        'PATH    TYPE    VALUE',
        '$       object  2 keys',
        '$.text  string  payment refused by the',
        '                card processor',
        `$.word  string  ${'x'.repeat(50)}`,
        '',
      ].join('\n'),
    );
  });

  it('prints equal values equally in any key order', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), { selector: ([key]) => key, maxLength: 8 });
    fc.assert(
      fc.property(entries, (pairs) => {
        const build = (list: typeof pairs): Json => Object.fromEntries(list) as Json;
        assert.equal(printTree(build(pairs), PIPE), printTree(build([...pairs].reverse()), PIPE));
      }),
    );
  });

  it('does not cut a long value', () => {
    const long = 'x'.repeat(5000);
    assert.ok(printTree({ long }, PIPE).includes(long));
  });

  it('prints exactly one line for each node', () => {
    const count = (value: Json): number =>
      typeof value === 'object' && value !== null
        ? 1 + Object.values(value as Record<string, Json>).reduce<number>((sum, child) => sum + count(child), 0)
        : 1;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(
          printTree(value as Json, PIPE)
            .trimEnd()
            .split('\n').length,
          1 + count(value as Json),
        );
      }),
    );
  });
});
