import assert from 'node:assert/strict';
import { typedAttributes } from './typed-attributes.js';

const CASES: readonly (readonly [letter: string, text: string, value: unknown])[] = [
  ['', '200', '200'],
  ['i', '200', 200],
  ['i', '-9007199254740991', -9007199254740991],
  ['i', '9007199254740993', '9007199254740993'],
  ['i', '1795000000000000000', 1795000000000000000],
  ['i', '[redacted]', '[redacted]'],
  ['d', '0.25', 0.25],
  ['d', '1e+300', 1e300],
  ['d', 'NaN', 'NaN'],
  ['d', '-Infinity', '-Infinity'],
  ['b', 'true', true],
  ['b', 'false', false],
  ['b', '[redacted]', '[redacted]'],
  ['n', '', null],
  ['j', '["a",1,true,null,{"b":9007199254740993}]', ['a', 1, true, null, { b: '9007199254740993' }]],
  ['j', '[redacted]', '[redacted]'],
];

describe('typedAttributes', () => {
  for (const [letter, text, value] of CASES) {
    it(`turns ${letter || 'a string'} ${text} into ${JSON.stringify(value)}`, () => {
      assert.deepEqual(typedAttributes({ key: text, other: '1' }, letter && `${letter}key\n`), {
        key: value,
        other: '1',
      });
    });
  }

  it('keeps a key of any name, and ignores a type whose key is gone', () => {
    const attributes = Object.fromEntries([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    const typed = typedAttributes(attributes, 'i__proto__\nigone\niconstructor\n');
    assert.equal(JSON.stringify(typed), '{"__proto__":1,"constructor":2}');
  });
});
