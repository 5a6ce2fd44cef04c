import { allOf, sql, stringParam, type Sql } from '../statement/index.js';
import { LIMITS } from './expression.js';
import type { TextPredicate } from './fields.js';
import { searchError } from './syntax-error.js';

/**
 * Searches prose, in the same way everywhere:
 *
 * - case does not matter;
 * - a word is a run of ASCII letters, ASCII digits and characters beyond ASCII, which is how `hasToken` and the index
 *   on `lower(body)` split text;
 * - a word or a phrase is found if all its words occur as whole words and it occurs as written.
 */
export function containsWords(value: string, at: number): TextPredicate {
  const phrase = value.toLowerCase();
  const words = splitWords(phrase);
  if (words.length > LIMITS.words) throw searchError(at, `at most ${LIMITS.words} words in one phrase`);
  const isOneWord = words.length === 1 && words[0] === phrase;
  return (prose) =>
    allOf([
      ...words.map((word) => hasWord(prose, word)),
      isOneWord ? undefined : sql`position(${folded(prose, phrase)}, ${stringParam(phrase)}) > 0`,
    ]);
}

/**
 * `time*`, `*out`, `conn*refused`: a wildcard matches any characters except white space; an end without one must be at
 * a word boundary.
 */
export function matchesPattern(originalParts: readonly string[]): TextPredicate {
  const parts = originalParts.map((part) => part.toLowerCase());
  const pattern = parts.map(escapeRegularExpression).join('\\S*');
  const start = isWordCharacter(parts[0]?.at(0)) ? BORDER_BEFORE : '';
  const end = isWordCharacter(parts.at(-1)?.at(-1)) ? BORDER_AFTER : '';
  return (prose) =>
    allOf([
      ...wholeWords(parts).map((word) => hasWord(prose, word)),
      sql`match(${folded(prose, parts.join(''))}, ${stringParam(`${start}${pattern}${end}`)})`,
    ]);
}

/** Must come before any other test of a text, because the index can answer it. */
function hasWord(prose: Sql, word: string): Sql {
  return sql`hasToken(${folded(prose, word)}, ${stringParam(word)})`;
}

/**
 * Folding the case of other scripts costs more and has no index, so it is done only if the query has such characters.
 */
function folded(prose: Sql, value: string): Sql {
  return isAscii(value) ? sql`lower(${prose})` : sql`lowerUTF8(${prose})`;
}

const WORD = /[0-9A-Za-z\u0080-\u{10ffff}]+/gu;
const BORDER_BEFORE = '(?:^|[^0-9A-Za-z\\x{80}-\\x{10ffff}])';
const BORDER_AFTER = '(?:$|[^0-9A-Za-z\\x{80}-\\x{10ffff}])';

export function splitWords(value: string): string[] {
  return [...new Set(value.match(WORD) ?? [])];
}

const isAscii = (value: string): boolean => !/[\u0080-\u{10ffff}]/u.test(value);

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[0-9A-Za-z\u0080-\uffff]/.test(character);

/** The words of a pattern that are complete, without an adjacent wildcard. */
function wholeWords(parts: readonly string[]): string[] {
  const words = parts.flatMap((part, index) => {
    const found = part.match(WORD) ?? [];
    const isCutBefore = index > 0 && isWordCharacter(part.at(0));
    const isCutAfter = index < parts.length - 1 && isWordCharacter(part.at(-1));
    return found.slice(isCutBefore ? 1 : 0, isCutAfter ? -1 : undefined);
  });
  return [...new Set(words)];
}

export function escapeRegularExpression(value: string): string {
  return value.replace(/[^0-9A-Za-z\s\u0080-\u{10ffff}_]/gu, (character) => `\\${character}`);
}
