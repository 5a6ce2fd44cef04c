import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import fc from 'fast-check';
import { createColors } from './colors.js';
import type { JsonObject } from '../../values/json.js';
import { fit } from './layout.js';
import { printTable, type Column } from './table.js';

const COLUMNS: readonly Column[] = [
  { title: 'NAME', field: 'name' },
  { title: 'COUNT', field: 'facts.count', align: 'right' },
  { title: 'NOTE', field: 'note', flexible: true, paint: (_, colors) => colors.red },
];
const ROWS: readonly JsonObject[] = [
  { name: 'first', facts: { count: 12 }, note: 'a note that is rather long' },
  { name: '日本', note: null },
];
const plain = createColors(false);

describe('printTable', () => {
  it('aligns columns by display width', () => {
    assert.equal(
      printTable(COLUMNS, ROWS, { width: undefined, colors: plain }),
      'NAME   COUNT  NOTE\nfirst     12  a note that is rather long\n日本\n',
    );
  });

  it('shrinks the flexible column to fit the terminal', () => {
    const text = printTable(COLUMNS, ROWS, { width: 30, colors: plain });
    assert.equal(text, 'NAME   COUNT  NOTE\nfirst     12  a note that is …\n日本\n');
    for (const line of text.split('\n')) assert.ok(stringWidth(line) <= 30);
  });

  it('cuts nothing without a terminal', () => {
    assert.ok(printTable(COLUMNS, ROWS, { width: undefined, colors: plain }).includes('a note that is rather long'));
  });

  it('keeps the layout with colors', () => {
    const painted = printTable(COLUMNS, ROWS, { width: undefined, colors: createColors(true) });
    assert.ok(painted.includes('\u001b[31ma note'));
    assert.equal(
      stripVTControlCharacters(painted).replaceAll(/ +\n/g, '\n'),
      printTable(COLUMNS, ROWS, { width: undefined, colors: plain }),
    );
  });

  it('removes line breaks and colors from cells', () => {
    const text = printTable([{ title: 'BODY', field: 'body' }], [{ body: 'one\ntwo\u001b[2J' }], {
      width: undefined,
      colors: plain,
    });
    assert.equal(text, 'BODY\none two\n');
  });

  it('shows wide columns only where there is room, and cuts no whole column', () => {
    const columns = [
      { title: 'A', field: 'a' },
      { title: 'ID', field: 'id', fromWidth: 30 },
      { title: 'TEXT', field: 'text', whole: true },
    ];
    const row = { a: 'x', id: 'i', text: 'longer than ten columns' };
    const at = (width: number | undefined) => printTable(columns, [row], { width, colors: createColors(false) });
    assert.equal(at(10), 'A  TEXT\nx  longer than ten columns\n');
    assert.equal(at(undefined), 'A  TEXT\nx  longer than ten columns\n');
    assert.match(at(30), /^A {2}ID {2}TEXT\n/);
  });

  it('cuts text at grapheme boundaries within the width', () => {
    const family = '👩‍👩‍👧';
    assert.equal(fit(`ab${family}cd`, 4), 'ab…');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
        assert.ok(stringWidth(fit(text, width)) <= width);
      }),
    );
  });
});
