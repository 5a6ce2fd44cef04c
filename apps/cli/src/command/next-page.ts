import { isObject, plainText, type Json } from '../print/json.js';
import { oneLine } from '../print/sanitize.js';
import type { FlagValues } from './flag.js';

/**
 * The line under a table that has more pages; nothing under the last one. JSON carries the same in `pagination`. A bound that
 * was given as a duration is written out: the cursor fits the window of its first page, and the duration would move it.
 */
export function nextPage(answer: Json, { values, given }: FlagValues): string {
  const pagination = isObject(answer) ? answer['pagination'] : undefined;
  if (!isObject(pagination) || pagination['has_more'] !== true) return '';
  const bounds = ['since', 'until']
    .filter((name) => given.has(name))
    .map((name) => `--${name} ${values[name] as string}`);
  const flags = [...bounds, `--cursor ${oneLine(plainText(pagination['next_cursor']))}`].join(' ');
  return `\nMore follow: repeat the command with ${flags}\n`;
}
