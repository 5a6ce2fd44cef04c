import { isObject, plainText, type Json } from '../values/json.js';
import { oneLine } from '../print/layout/sanitize.js';
import type { Flag, FlagValues } from './flag.js';

/**
 * The line under a table that has more pages; nothing under the last one. JSON carries the same in `pagination`. A bound that
 * was given as a duration is written out: the cursor fits the window of its first page, and the duration would move it.
 * A command whose flags include none for a cursor only says that there is more.
 */
export function nextPage(answer: Json, flags: readonly Flag[], { values, given }: FlagValues): string {
  const pagination = isObject(answer) ? answer['pagination'] : undefined;
  if (!isObject(pagination) || pagination['has_more'] !== true) return '';
  const cursor = flags.find(({ sends }) => sends === 'cursor');
  if (!cursor) return '\nMore follow.\n';
  const bounds = ['since', 'until']
    .filter((name) => given.has(name))
    .map((name) => `--${name} ${values[name] as string}`);
  const next = [...bounds, `--${cursor.name} ${oneLine(plainText(pagination['next_cursor']))}`].join(' ');
  return `\nMore follow: repeat the command with ${next}\n`;
}
