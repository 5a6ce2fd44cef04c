import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toCell, toCsv } from './csv.js';

describe('CSV of a table', () => {
  it('neutralizes what a spreadsheet would run, also after characters that cannot be seen', () => {
    for (const text of [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tx',
      '\rx',
      '\uFF1D1',
      '\u200B=1',
      ' =1',
      '\uFEFF\u202E@x',
      '\n=1',
    ])
      assert.match(toCell(text), /^"?'/, JSON.stringify(text));
    for (const text of ['a=1', '1-2', '', 'x@y.z']) assert.equal(toCell(text), text);
  });

  it('leaves numbers as they are', () => {
    assert.deepEqual([-1, 2n ** 53n + 1n, true, null, undefined].map(toCell), [
      '-1',
      '9007199254740993',
      'true',
      '',
      '',
    ]);
  });

  it('quotes as RFC 4180 says', () => {
    assert.equal(
      toCsv(
        ['a', 'b'],
        [
          ['x,"y"', 'line\nbreak'],
          [1, null],
        ],
      ),
      'a,b\r\n"x,""y""","line\nbreak"\r\n1,\r\n',
    );
  });

  it('has one cell for each value, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cell = toCell(text);
        const content = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        assert.ok(content === text || content === `'${text}`);
        assert.ok(cell.startsWith('"') || !/[",\r\n]/.test(cell));
      }),
    );
  });
});
