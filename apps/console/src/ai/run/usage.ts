import { parseExact } from '../../api/parse-exact.js';

/** The words for a bucket of usage, such as `input text uncached`. */
export function describeBucket(bucket: string): string {
  return bucket.replaceAll('_', ' ');
}

/** The JSON of a text that is an object or a list; undefined for other texts. */
export function toJson(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return parseExact(text) as object;
  } catch {
    return undefined;
  }
}
