import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mayBeSensitive, redactLeaf, type KeyClass } from './index.js';

const CLASSES: readonly KeyClass[] = ['plain', 'run', 'phone', 'social_security', 'card'];
const PARTS = [
  ...[
    '4111111111111111',
    '4111 1111',
    '555-12',
    '34',
    '078051120',
    'DE89370400440532013000',
    '+1',
    '%2B1415',
    '5552671',
  ],
  ...[
    'AKIA',
    'IOSFODNN7EXAMPLE',
    'sk-',
    'abcdefghijklmnopqrst',
    'eyJhbGciOiJub25lIn0',
    '.',
    'password',
    '=',
    ':',
    'x1',
  ],
  ...[
    'Bearer',
    ' ',
    '\t',
    '\n',
    'joe',
    '@',
    'example.org',
    '%40',
    '&commat;',
    '\\u0040',
    '<pin>',
    '</',
    '"',
    'é',
    '４',
  ],
];
const texts = fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 8 })), { maxLength: 8 });

const isSuspected = (text: string): boolean => {
  const bytes = Buffer.from(`--${text}--`, 'utf8');
  return mayBeSensitive(bytes, 2, bytes.length - 2);
};

describe('the check of bytes', () => {
  it('suspects every text that redaction changes', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...CLASSES), (parts, key) => {
        const text = parts.join('');
        assert.ok(redactLeaf(text, key) === text || isSuspected(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('passes over the usual short values', () => {
    for (const text of ['', 'GET', '200', 'checkout', '/api/users', 'eu-west-1', 'true', '1.25.0', 'cart.add', '-17.5'])
      assert.equal(isSuspected(text), false, text);
  });
});
