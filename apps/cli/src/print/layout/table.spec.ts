import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import type { JsonObject } from '../../runtime/values/json.js';
import { createColors } from './colors.js';
import { fit } from './layout.js';
import { printTable, type Column } from './table.js';
import { toMillisecond } from './units.js';

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

  it('wraps the flexible column of a terminal over several lines before it cuts it', () => {
    const columns = [
      { title: 'A', field: 'a' },
      { title: 'BODY', field: 'body', flexible: true, lines: 2 },
    ];
    const at = (body: string, width: number) => printTable(columns, [{ a: 'x', body }], { width, colors: plain });
    assert.equal(at('payment failed for order 12345', 22), 'A  BODY\nx  payment failed for\n   order 12345\n');
    assert.equal(at('one two three four five six', 15), 'A  BODY\nx  one two\n   three four …\n');
  });

  it('names the day of all times once on a terminal', () => {
    const columns = [{ title: 'TIME', field: 'at', format: toMillisecond }];
    const at = (width: number | undefined, ...times: string[]) =>
      printTable(
        columns,
        times.map((time) => ({ at: time })),
        { width, colors: plain },
      );
    const [morning, noon, next] = ['2026-01-31T09:00:00Z', '2026-01-31T12:00:00.5Z', '2026-02-01T00:00:00Z'] as const;
    assert.equal(at(80, morning, noon), '2026-01-31 UTC\nTIME\n09:00:00.000\n12:00:00.500\n');
    assert.equal(at(80, noon, next), '2026 UTC\nTIME\n01-31 12:00:00.500\n02-01 00:00:00.000\n');
    assert.match(at(80, noon, '2025-12-31T00:00:00Z'), /^TIME\n2026-01-31T12:00:00\.500Z\n/);
    assert.match(at(undefined, morning), /2026-01-31T09:00:00\.000Z/);
  });

  it('leaves out columns in their order where the main text has no room, and never an ID', () => {
    const columns: readonly Column[] = [
      { title: 'ID', field: 'id', whole: true },
      { title: 'NAME', field: 'name', flexible: true },
      { title: 'COUNT', field: 'count', align: 'right', dropOrder: 2 },
      { title: 'CHANGED', field: 'at', format: toMillisecond, dropOrder: 1 },
    ];
    const row = { id: 'x'.repeat(20), name: 'a name that is quite long', count: 7, at: '2026-01-31T09:00:00Z' };
    const titles = (width: number): string | undefined =>
      printTable(columns, [row], { width, colors: plain })
        .split('\n')
        .find((line) => line.startsWith('ID'));
    assert.match(titles(70) ?? '', /^ID +NAME +COUNT +CHANGED$/);
    assert.match(titles(60) ?? '', /^ID +NAME +COUNT$/);
    assert.match(titles(45) ?? '', /^ID +NAME$/);
    assert.ok(printTable(columns, [row], { width: 40, colors: plain }).includes('x'.repeat(20)));
  });

  it('cuts the widest texts first and no title', () => {
    const columns = ['SERVICE', 'OPERATION'].map((title) => ({ title, field: title.toLowerCase() }));
    const row = { service: 'web', operation: 'an operation with a long name' };
    const at = (width: number): string => printTable(columns, [row], { width, colors: plain });
    assert.equal(at(24), 'SERVICE  OPERATION\nweb      an operation w…\n');
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer({ min: 20, max: 90 }), (service, operation, width) => {
        const lines = printTable(columns, [{ service, operation }], { width, colors: plain }).split('\n');
        for (const line of lines) assert.ok(stringWidth(line) <= width, line);
        assert.match(lines[0] ?? '', /^SERVICE +OPERATION$|^(SERVICE|OPERATION)$/);
      }),
    );
  });

  it('leaves out empty columns of a terminal that is too narrow', () => {
    const columns = ['A', 'EMPTY', 'TEXT'].map((title) => ({ title, field: title.toLowerCase() }));
    const at = (width: number) => printTable(columns, [{ a: 'x', text: 'twelve chars' }], { width, colors: plain });
    assert.match(at(40), /^A {2}EMPTY {2}TEXT\n/);
    assert.equal(at(16), 'A  TEXT\nx  twelve chars\n');
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
