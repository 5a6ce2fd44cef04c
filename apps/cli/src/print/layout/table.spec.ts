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

it('columns line up by what a terminal shows, not by code units', () => {
  assert.equal(
    printTable(COLUMNS, ROWS, { width: undefined, colors: plain }),
    'NAME   COUNT  NOTE\nfirst     12  a note that is rather long\n日本\n',
  );
});

it('the flexible column gives way until the table fits the terminal', () => {
  const text = printTable(COLUMNS, ROWS, { width: 30, colors: plain });
  assert.equal(text, 'NAME   COUNT  NOTE\nfirst     12  a note that is …\n日本\n');
  for (const line of text.split('\n')) assert.ok(stringWidth(line) <= 30);
});

it('without a terminal nothing is cut', () => {
  assert.ok(printTable(COLUMNS, ROWS, { width: undefined, colors: plain }).includes('a note that is rather long'));
});

it('colors change nothing but colors', () => {
  const painted = printTable(COLUMNS, ROWS, { width: undefined, colors: createColors(true) });
  assert.ok(painted.includes('\u001b[31ma note'));
  assert.equal(
    stripVTControlCharacters(painted).replaceAll(/ +\n/g, '\n'),
    printTable(COLUMNS, ROWS, { width: undefined, colors: plain }),
  );
});

it('a cell cannot break out of its line or color the terminal', () => {
  const text = printTable([{ title: 'BODY', field: 'body' }], [{ body: 'one\ntwo\u001b[2J' }], {
    width: undefined,
    colors: plain,
  });
  assert.equal(text, 'BODY\none two\n');
});

it('a cut text is never wider than asked and never splits a grapheme', () => {
  const family = '👩‍👩‍👧';
  assert.equal(fit(`ab${family}cd`, 4), 'ab…');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      assert.ok(stringWidth(fit(text, width)) <= width);
    }),
  );
});
