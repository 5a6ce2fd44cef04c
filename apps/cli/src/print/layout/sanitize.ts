import { stripVTControlCharacters } from 'node:util';

/**
 * Characters with which text that strangers sent could move the cursor, hide itself or reverse what is read: C0, DEL, C1, the
 * line separators and the bidirectional controls.
 */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** One line without terminal sequences: whole sequences go, line breaks and tabs become a space. For table cells. */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replaceAll(UNSAFE, '');
}

/** The whole text on one line: what a terminal would obey is written as an escape, nothing is left out. For trees. */
export function escaped(text: string): string {
  return text.replaceAll(UNSAFE, (character) => SHORT[character] ?? unicodeEscape(character));
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function unicodeEscape(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
