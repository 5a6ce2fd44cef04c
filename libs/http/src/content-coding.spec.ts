import assert from 'node:assert/strict';
import { acceptsCoding, type ContentCoding } from './content-coding.js';

describe('Accept-Encoding', () => {
  const rows: [string | undefined, ContentCoding[]][] = [
    [undefined, []],
    ['', []],
    ['gzip, deflate, br, zstd', ['br', 'gzip']],
    ['gzip;q=1.0, br;q=0.5', ['br', 'gzip']],
    ['GZIP', ['gzip']],
    ['br ; q=0, gzip', ['gzip']],
    ['gzip;q=0', []],
    ['gzip; q=0.0, br', ['br']],
    ['notgzip, bread', []],
    ['identity', []],
  ];
  for (const [header, expected] of rows) {
    it(`${String(header)} accepts ${expected.join(' and ') || 'no coding'}`, () =>
      assert.deepEqual(
        (['br', 'gzip'] as const).filter((coding) => acceptsCoding(header, coding)),
        expected,
      ));
  }
});
