import { isObject, plainText, type Json } from '../values/json.js';
import { oneLine } from '../print/layout/sanitize.js';
import type { Flag, FlagValues } from './flag.js';

/**
 * Returns the line below a table that has more pages; empty for the last page. JSON contains the same in `pagination`. The line
 * repeats bounds that the service requires as timestamps; others are in the cursor. For a command without a flag for a cursor it
 * only says that there is more.
 */
export function nextPage(answer: Json, flags: readonly Flag[], { values, given }: FlagValues): string {
  const pagination = isObject(answer) ? answer['pagination'] : undefined;
  if (!isObject(pagination) || pagination['has_more'] !== true) return '';
  const cursor = flags.find(({ sends }) => sends === 'cursor');
  if (!cursor) return '\nThere are more results: raise --limit or narrow the search.\n';
  const bounds = flags
    .filter(({ name, required }) => required && given.has(name) && ['since', 'until'].includes(name))
    .map(({ name }) => `--${name} ${values[name] as string}`);
  const next = [...bounds, `--${cursor.name} ${oneLine(plainText(pagination['next_cursor']))}`].join(' ');
  return `\nMore results. Next page: add ${next}\n`;
}
