import type { JsonObject, JsonValue } from '@svc/contract';

/** Invisible characters, which could hide instructions or reorder text. Line feeds and tabs are escaped where a row is written. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
/** The beginning of a mark, in any case and with spaces in it. */
const MARK = /<(?=\s*\/?\s*untrusted)/gi;

const MAX_DEPTH = 6;
const MAX_ITEMS = 20;
const MAX_NAMES = 40;
/** Characters that an element of a list counts as, beside its texts. */
const ELEMENT_CHARACTERS = 4;

/** Text that others recorded, harmless to show: invisible characters are visible, and no part of it reads as the mark of a block. */
export function escapeUntrusted(text: string): string {
  return text
    .replaceAll(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replaceAll(MARK, '&lt;');
}

/** Marks lines as recorded by others. @param source the kind of record, in our words. */
export function fence(source: string, lines: readonly string[]): string {
  return [`<untrusted source="${source}">`, ...lines, '</untrusted>'].join('\n');
}

/** A text of at most a number of characters, which says how long the whole is. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters).toWellFormed()}… [${text.length} characters]`;
}

/**
 * A value with its texts cut and escaped, and with the first elements of long lists and objects, so that the work on a value does not
 * depend on its size.
 *
 * @param maxCharacters limit of each text, and roughly of the value.
 */
export function abridge(value: JsonValue, maxCharacters: number): JsonValue {
  return new Abridger(maxCharacters).abridge(value, 0);
}

class Abridger {
  #left: number;

  constructor(private readonly maxCharacters: number) {
    this.#left = maxCharacters;
  }

  abridge(value: JsonValue, depth: number): JsonValue {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= MAX_DEPTH) return '…';
    return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
  }

  #text(text: string): string {
    this.#left -= Math.min(text.length, this.maxCharacters);
    return escapeUntrusted(cutText(text, this.maxCharacters));
  }

  #list(list: readonly JsonValue[], depth: number): JsonValue {
    const items: JsonValue[] = [];
    for (const item of list) {
      if (items.length === MAX_ITEMS || this.#left <= 0) return [...items, `… [${list.length} items]`];
      this.#left -= ELEMENT_CHARACTERS;
      items.push(this.abridge(item, depth + 1));
    }
    return items;
  }

  #object(object: JsonObject, depth: number): JsonValue {
    const names = Object.keys(object);
    const entries: [string, JsonValue][] = [];
    for (const name of names) {
      if (entries.length === MAX_NAMES || this.#left <= 0) {
        entries.push(['…', `[${names.length} names]`]);
        break;
      }
      entries.push([this.#text(name), this.abridge(object[name] ?? null, depth + 1)]);
    }
    return Object.fromEntries(entries);
  }
}
