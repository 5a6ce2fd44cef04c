import { oneLine } from '../print/layout/sanitize.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../runtime/values/json.js';
import type { Flag, FlagValues } from './flag.js';

/**
 * Returns the line below a table that has more pages; empty for the last page. JSON contains the same in `pagination`. The line
 * repeats bounds that the service requires as timestamps; others are in the cursor. For a command without a flag for a cursor it
 * only says that there is more.
 */
export function nextPage(answer: Json, flags: readonly Flag[], { values, given }: FlagValues): string {
  if (!isObject(answer)) return '';
  const pagination = isObject(answer['pagination']) ? answer['pagination'] : answer;
  // Results of several types are truncated by type.
  const isTruncated = objectsAt(answer, 'types').some((type) => type['truncated'] === true);
  const hasMore = pagination['has_more'] === true || (isTruncated && flags.some(({ name }) => name === 'limit'));
  if (!hasMore) return '';
  if (flags.some(({ name }) => name === 'offset'))
    return `\nMore results. Next page: add --offset ${nextOffset(answer, values)}\n`;
  const cursor = flags.find(({ sends }) => sends === 'cursor');
  if (!cursor) return '\nThere are more results: raise --limit or narrow the search.\n';
  const bounds = flags
    .filter(({ name, required }) => required && given.has(name) && ['since', 'until'].includes(name))
    .map(({ name }) => `--${name} ${values[name] as string}`);
  const next = [...bounds, `--${cursor.name} ${oneLine(plainText(pagination['next_cursor']))}`].join(' ');
  return `\nMore results. Next page: add ${next}\n`;
}

/** The offset after the rows of this page, the only list of the answer. */
function nextOffset(answer: JsonObject, values: FlagValues['values']): number {
  const rows = Object.values(answer).find((value) => Array.isArray(value)) as readonly Json[] | undefined;
  return Number(values['offset'] ?? 0) + (rows?.length ?? 0);
}
