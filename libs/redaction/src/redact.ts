import { classOfKey, type KeyClass } from './key.js';
import { readable } from './readable.js';
import { scan } from './scan.js';
import { REDACTED, type Spans } from './spans.js';
import { traitsOf } from './traits.js';

/** What JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** The text without the personal data and credentials in it; `key` is the name of the field it stands in. */
export function redactText(text: string, key = ''): string {
  return redactLeaf(text, classOfKey(key));
}

/** What touched a secret can be seen once that is gone. */
const MAX_ROUNDS = 10;

/** The same for a caller that knows the class of the field's name. */
export function redactLeaf(text: string, key: KeyClass): string {
  if (key === 'credential') return REDACTED;
  let result = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { spans, at } = find(result, key, false);
    if (!spans.found) break;
    result = spans.replaceIn(result, at);
  }
  return result;
}

/** Whether a name, such as an event's, contains personal data or a credential. */
export function isSensitiveName(name: string): boolean {
  return find(name, 'plain', true).spans.found;
}

const same = (place: number) => place;

function find(text: string, key: KeyClass, inNames: boolean): { spans: Spans; at: (place: number) => number } {
  const traits = traitsOf(text);
  if (traits.isPlain) return { spans: scan(text, key, inNames, traits), at: same };
  const { text: seen, at } = readable(text);
  return { spans: scan(seen, key, inNames), at };
}
