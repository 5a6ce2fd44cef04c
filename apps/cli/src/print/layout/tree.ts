import { isObject, type Json } from '../../runtime/values/json.js';
import { displayWidth, layout, totalWidth } from './layout.js';
import { escaped } from './sanitize.js';
import type { Page } from './table.js';
import { counted } from './units.js';

/**
 * Prints every container and scalar of a value as PATH, TYPE and VALUE, untruncated. Keys are sorted, so equal values print
 * equally. On a terminal, values wrap at spaces. The root is `$`; a key that is not an identifier is written as `["key"]`.
 */
export function printTree(value: Json, { width }: Pick<Page, 'width'>): string {
  const rows = [['PATH', 'TYPE', 'VALUE'], ...treeRows('$', value)];
  return layout(width === undefined ? rows : wrapValues(rows, width));
}

/** Room that values have at least; the lines of a tree with longer paths are wider than the terminal. */
const LEAST_ROOM = 20;

function wrapValues(rows: readonly (readonly string[])[], width: number): string[][] {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  const room = Math.max(LEAST_ROOM, width - totalWidth([...widths, 0]));
  return rows.flatMap(([path = '', type = '', value = '']) =>
    wordLines(value, room).map((line, index) => (index === 0 ? [path, type, line] : ['', '', line])),
  );
}

/** Breaks a text at single spaces only: no word is broken, and joining the lines with spaces gives the text. */
function wordLines(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || displayWidth(longer) <= room) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

function treeRows(path: string, value: Json): string[][] {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return [
      [path, 'array', counted(items.length, 'item')],
      ...items.flatMap((item, index) => treeRows(`${path}[${index}]`, item)),
    ];
  }
  if (isObject(value)) {
    const keys = Object.keys(value).sort();
    return [
      [path, 'object', counted(keys.length, 'key')],
      ...keys.flatMap((key) => treeRows(path + step(key), value[key] ?? null)),
    ];
  }
  return [[path, value === null ? 'null' : typeof value, scalar(value as string | number | boolean | null)]];
}

function step(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${escaped(JSON.stringify(key))}]`;
}

function scalar(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value);
  return value === '' ? '""' : escaped(value);
}
