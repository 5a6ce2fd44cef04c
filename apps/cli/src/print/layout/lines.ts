import { displayWidth, fit, layout, wrap } from './layout.js';
import type { Page } from './table.js';

type Width = Pick<Page, 'width'>;

/** Cuts a line to the width of the page, less `used` columns in front of it. */
export function cutLine(line: string, { width }: Width, used = 0): string {
  return width === undefined ? line : fit(line, Math.max(1, width - used));
}

/** Breaks a line at spaces where it does not fit, and indents the lines that follow. Only a word longer than a line is broken. */
export function wrapLine(line: string, { width }: Width, indent = ''): string {
  if (width === undefined || displayWidth(line) <= width) return line;
  const room = Math.max(1, width - indent.length);
  return wrap(line, room, Infinity).join(`\n${indent}`);
}

/** Joins facts by `separator` and breaks the line between facts where it does not fit. Empty facts are left out. */
export function joinFacts(facts: readonly string[], separator: string, page: Width): string {
  const lines: string[] = [];
  for (const fact of facts.filter((each) => each !== '')) {
    const longer = lines.length === 0 ? fact : `${lines.at(-1)}${separator}${fact}`;
    const fits = page.width === undefined || displayWidth(longer) <= page.width;
    if (fits) lines.splice(-1, 1, longer);
    else lines.push(fact);
  }
  return lines.map((line) => wrapLine(line, page)).join('\n');
}

/** A space before a flag, or before an argument with a digit, an @ or quotes, but not inside quotes. */
const BEFORE_ARGUMENT = / (?=--|[^\s"]*[0-9@"])(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** Breaks a command so that it can still be pasted: before a flag or an ID, with a backslash at the end of a line. */
export function commandLines(command: string, { width }: Width, indent = '  '): string[] {
  const line = indent + command;
  if (width === undefined || displayWidth(line) <= width) return [line];
  const words = command.split(BEFORE_ARGUMENT);
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length === 0 ? indent + word : `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || displayWidth(longer) <= width - 2) lines.splice(-1, 1, longer);
    else lines.push(`${indent}${indent}${word}`);
  }
  return lines.map((each, index) => (index === lines.length - 1 ? each : `${each} \\`));
}

/** Prints names and values in two columns; long values wrap. */
export function printPairs(pairs: readonly (readonly [string, string])[], { width }: Width): string {
  const names = Math.max(0, ...pairs.map(([name]) => displayWidth(name)));
  const rows = pairs.flatMap(([name, value]) => {
    const parts = width === undefined ? [value] : wrap(value, Math.max(1, width - names - 2), Infinity);
    return parts.map((part, index) => [index === 0 ? name : '', part]);
  });
  return layout(rows);
}
