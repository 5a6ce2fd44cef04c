import { classOfKey, type KeyClass } from './key.js';
import { readable } from './readable.js';
import { scan } from './scan.js';
import { REDACTED, type Spans } from './spans.js';
import { traitsOf } from './traits.js';

/** What JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** The text without the personal data and credentials in it; `key` is the name of the field it stands in. */
export function redactText(text: string, key = ''): string {
  const keyClass = classOfKey(key);
  return redactLeaf(text, keyClass);
}

/** The same for a caller that knows the class of the field's name. */
export function redactLeaf(text: string, key: KeyClass): string {
  return key === 'credential' ? REDACTED : redactUnder(key, text);
}

/** Whether a name, such as an event's, contains personal data or a credential. */
export function isSensitiveName(name: string): boolean {
  return find(name, 'plain', true).spans.found;
}

/**
 * Redacts every member of an object or array, however deep: complete values under names of credentials, and what is found in strings.
 * Works in the containers it is given, without recursion. `isExempt` names members of the outermost one that stay as they are.
 */
export function redactMembers(
  root: JsonValue[] | { [name: string]: JsonValue },
  isExempt?: (name: string) => boolean,
): void {
  const containers: Container[] = [{ value: root, key: 'plain' }];
  for (let next = containers.pop(); next; next = containers.pop()) {
    const { value, key } = next;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) value[i] = redactMember(value[i] ?? null, key, containers);
      continue;
    }
    for (const name of Object.keys(value)) {
      if (value === root && isExempt?.(name) === true) continue;
      const member = value[name] ?? null;
      const redacted = redactMember(member, classOfKey(name), containers);
      if (redacted !== member) value[name] = redacted;
    }
  }
}

interface Container {
  readonly value: JsonValue[] | { [name: string]: JsonValue };
  /** Of the field that holds an array, for its elements. */
  readonly key: KeyClass;
}

/** The value to keep; containers are noted for later. */
function redactMember(value: JsonValue, key: KeyClass, containers: Container[]): JsonValue {
  if (key === 'credential') return REDACTED;
  if (typeof value === 'string') return redactUnder(key, value);
  if (typeof value === 'object' && value !== null) containers.push({ value, key });
  return value;
}

/** What touched a secret can be seen once that is gone. */
const MAX_ROUNDS = 10;

function redactUnder(key: KeyClass, text: string): string {
  let result = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { spans, at } = find(result, key, false);
    if (!spans.found) break;
    result = spans.replaceIn(result, at);
  }
  return result;
}

const same = (place: number) => place;

function find(text: string, key: KeyClass, inNames: boolean): { spans: Spans; at: (place: number) => number } {
  const traits = traitsOf(text);
  if (traits.isPlain) return { spans: scan(text, key, inNames, traits), at: same };
  const { text: seen, at } = readable(text);
  return { spans: scan(seen, key, inNames), at };
}
