import { isObject, plainText, type Json } from '../values/json.js';
import { oneLine } from '../print/layout/sanitize.js';
import type { Flag, FlagValues } from './flag.js';

/**
 * Returns the line below a table that has more pages; empty for the last page. JSON contains the same in `pagination`. The line
 * repeats a bound given as a duration as a timestamp, because the cursor is valid only for the window of the first page. For a
 * command without a flag for a cursor it only says that there is more.
 */
export function nextPage(answer: Json, flags: readonly Flag[], { values, given }: FlagValues): string {
  const pagination = isObject(answer) ? answer['pagination'] : undefined;
  if (!isObject(pagination) || pagination['has_more'] !== true) return '';
  const cursor = flags.find(({ sends }) => sends === 'cursor');
  if (!cursor) return '\nMore results follow.\n';
  const bounds = ['since', 'until']
    .filter((name) => given.has(name))
    .map((name) => `--${name} ${values[name] as string}`);
  const next = [...bounds, `--${cursor.name} ${oneLine(plainText(pagination['next_cursor']))}`].join(' ');
  return `\nMore results: repeat the command with ${next}\n`;
}
