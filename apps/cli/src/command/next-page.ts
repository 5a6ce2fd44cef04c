import { isObject, type Json } from '../print/json.js';
import { oneLine } from '../print/sanitize.js';

/** The line under a table that has more pages; nothing under the last one. JSON carries the same in `pagination`. */
export function nextPage(answer: Json): string {
  const pagination = isObject(answer) ? answer['pagination'] : undefined;
  const cursor = isObject(pagination) && pagination['has_more'] === true ? pagination['next_cursor'] : undefined;
  return typeof cursor === 'string' ? `\nMore follow: repeat the command with --cursor ${oneLine(cursor)}\n` : '';
}
