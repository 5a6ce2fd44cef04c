import { classOfKey, type KeyClass } from './key.js';
import { readable } from './readable.js';
import { scan } from './scan.js';
import { REDACTED, type Spans } from './spans.js';
import { scanTraits } from './traits.js';

/** A JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** Redacts personal data and credentials in a text; `key` is the name of the field that contains it. */
export function redactText(text: string, key = ''): string {
  return redactLeaf(text, classOfKey(key));
}

/** Redacting a secret can reveal another one that touched it, so the scan is repeated. */
const MAX_ROUNDS = 10;

/** Like redactText, for a caller that knows the class of the field name. */
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
  const traits = scanTraits(text);
  if (traits.isPlain) return { spans: scan(text, key, inNames, traits), at: same };
  const { text: seen, at } = readable(text);
  return { spans: scan(seen, key, inNames), at };
}
