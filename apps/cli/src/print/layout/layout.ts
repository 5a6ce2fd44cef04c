import stringWidth from 'string-width';

const GAP = '  ';
const ASCII = /^[ -~]*$/;

/** Returns the number of terminal columns of a text. Most cells are ASCII, which needs no Unicode tables. */
export function displayWidth(text: string): number {
  return ASCII.test(text) ? text.length : stringWidth(text);
}

/**
 * Aligns rows in columns that are as wide as their widest cell, with two spaces in between and no trailing spaces. Cells must not
 * contain line breaks.
 */
export function layout(rows: readonly (readonly string[])[], align: readonly Alignment[] = []): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell))));
  }
  return rows
    .map(
      (row) =>
        row
          .map((cell, column) => pad(cell, column))
          .join(GAP)
          .trimEnd() + '\n',
    )
    .join('');

  function pad(cell: string, column: number): string {
    const padding = ' '.repeat((widths[column] ?? 0) - displayWidth(cell));
    return align[column] === 'right' ? padding + cell : cell + padding;
  }
}

export type Alignment = 'left' | 'right';

/** Returns the total width of columns with these widths. */
export function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP.length * Math.max(0, widths.length - 1);
}

/** Cuts a text to `width` columns with an ellipsis, at grapheme boundaries. */
export function fit(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width > 0 ? `${take(text, width - 1)}…` : '';
}

/**
 * Breaks a text into at most `lines` lines of `width` columns, at spaces, and inside words only if they are longer than a line; the last
 * one is cut with an ellipsis.
 */
export function wrap(text: string, width: number, lines: number): string[] {
  if (lines <= 1 || displayWidth(text) <= width) return [fit(text, width)];
  const full = take(text, width);
  const space = full.lastIndexOf(' ');
  const word = /^ ?\S*/.exec(text.slice(Math.max(0, space)))?.[0] ?? '';
  // A word that is longer than a line has to be broken somewhere, so it begins on this one.
  const isWhole = text[full.length] === ' ' || space <= 0 || displayWidth(word.trim()) > width;
  const first = isWhole ? full : full.slice(0, space);
  if (first === '') return [fit(text, width)];
  return [first, ...wrap(text.slice(first.length).trimStart(), width, lines - 1)];
}

/** Returns the longest beginning of a text that fits into `width` columns, at a grapheme boundary. */
function take(text: string, width: number): string {
  let taken = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += displayWidth(segment);
    if (used > width) break;
    taken += segment;
  }
  return taken;
}
