import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readByteRange, readIfRange } from './byte-range.js';

describe('a range of bytes', () => {
  it.each([
    ['bytes=0-0', { start: 0n, end: 1n }],
    ['bytes=5-9', { start: 5n, end: 10n }],
    ['bytes=5-', { start: 5n }],
    ['bytes = 5 - 9', { start: 5n, end: 10n }],
    ['bytes=-3', { start: -3n }],
    ['bytes=-0', { start: 0n, end: 0n }],
  ])('%s is read', (header, expected) => assert.deepEqual(readByteRange(header), expected));

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=9-5',
    'bytes=0-1,3-4',
    'items=0-1',
    'bytes=a-b',
    'bytes=1-9999999999999999',
  ])('%s is none', (header) => assert.equal(readByteRange(header), undefined));

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        readByteRange(`bytes=${text}`);
        readIfRange(text);
      }),
    );
  });

  it('applies only to the file that a strong tag names', () => {
    assert.deepEqual([undefined, '"abc"', 'W/"abc"', 'Wed, 21 Oct 2026 07:28:00 GMT', '""', ''].map(readIfRange), [
      '',
      'abc',
      'none',
      'none',
      'none',
      'none',
    ]);
  });
});
