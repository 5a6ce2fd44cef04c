import { stripVTControlCharacters } from 'node:util';

/**
 * Characters that untrusted text could use to move the cursor, hide itself or reverse the reading order: C0, DEL, C1, line
 * separators and bidirectional controls.
 */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Makes text safe for one table cell: removes terminal sequences and turns line breaks and tabs into spaces. */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replaceAll(UNSAFE, '');
}

/** Makes text safe for trees without losing anything: control characters become escapes. */
export function escaped(text: string): string {
  return text.replaceAll(UNSAFE, (character) => SHORT[character] ?? unicodeEscape(character));
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function unicodeEscape(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
