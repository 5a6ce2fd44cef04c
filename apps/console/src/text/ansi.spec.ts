import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasAnsi, parseAnsi, stripAnsi } from './ansi.js';

const ESC = '\u001B';
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      `${ESC}[31m`,
      `${ESC}[0m`,
      `${ESC}[38;5;196m`,
      `${ESC}[2K`,
      `${ESC}]8;;http://x\u0007`,
      ESC,
      `${ESC}[`,
      '\u009B1m',
    ),
    fc.string(),
    fc.string().map((codes) => `${ESC}[${codes}m`),
  ),
);

describe('sequences of terminals', () => {
  it('becomes colours of a palette of sixteen', () => {
    assert.deepEqual(parseAnsi(`a${ESC}[31;1mred${ESC}[22m thin${ESC}[0m b`), [
      { text: 'a' },
      { text: 'red', foreground: 1, bold: true },
      { text: ' thin', foreground: 1 },
      { text: ' b' },
    ]);
    const color = (codes: string): number | undefined => parseAnsi(`${ESC}[${codes}mx`)[0]?.foreground;
    assert.deepEqual(
      ['97', '38;5;9', '38;5;196', '38;5;244', '38;2;250;10;10', '38:2:0:0:230', '38;5;999', '38;7', '31;39'].map(
        color,
      ),
      [15, 9, 9, 8, 9, 4, 15, undefined, undefined],
    );
    assert.deepEqual(parseAnsi(`${ESC}[44;4mx`), [{ text: 'x', background: 4, underline: true }]);
  });

  it('leaves out movements, titles and links', () => {
    assert.equal(
      stripAnsi(
        `${ESC}[2J${ESC}[1;1Ha${ESC}]0;title\u0007b${ESC}]8;;http://x${ESC}\\link${ESC}]8;;${ESC}\\${ESC}c\u009B1md`,
      ),
      'ablinkd',
    );
  });

  it('keeps the same text in runs as without sequences, for every input', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const runs = parseAnsi(text);
        assert.equal(runs.map((run) => run.text).join(''), stripAnsi(text));
        for (const { foreground = 0, background = 0 } of runs) {
          for (const color of [foreground, background]) assert.ok(Number.isInteger(color) && color >= 0 && color < 16);
        }
        if (!hasAnsi(text)) assert.equal(stripAnsi(text), text);
      }),
    );
  });
});
