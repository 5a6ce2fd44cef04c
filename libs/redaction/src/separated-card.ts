import { isCard } from './card.js';
import { matches } from './matches.js';
import type { Spans } from './spans.js';

/** Separators between the groups of a card in forms, URLs and HTML, besides the single sign that `digitRuns` knows. */
const BETWEEN = '(?:[ +_/.-]{1,3}|(?:%20){1,2}|&nbsp;|&#160;)';
/** The groups as they are printed on cards, with the first digits that issuers have: Visa, Mastercard, Discover, Amex. */
const PRINTED = new RegExp(
  `(?<!\\d)(?:[2-6]\\d{3}${BETWEEN}\\d{4}${BETWEEN}\\d{4}${BETWEEN}\\d{4}|3[47]\\d{2}${BETWEEN}\\d{6}${BETWEEN}\\d{5})(?!\\d)`,
  'g',
);
/** A separator that contains digits must not be read as digits of the card. */
const NOT_DIGITS = /%20|&#160;|\D/g;

/** The groups in the middle of a UUID can look like those of a card. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Positions in a UUID at which such groups can begin: in the middle of its first group, or at its second group. */
const UUID_STARTS: readonly number[] = [4, 9];
const UUID_LENGTH = 36;

/** Finds payment cards whose groups are separated in an unusual way: `4111+1111+1111+1111`, `4111%201111%201111%201111`. */
export function findSeparatedCards(text: string, spans: Spans): void {
  for (const { 0: card, index } of matches(PRINTED, text)) {
    if (isCard(card.replace(NOT_DIGITS, '')) && !isInUuid(text, index)) spans.add(index, index + card.length);
  }
}

function isInUuid(text: string, index: number): boolean {
  return UUID_STARTS.some(
    (start) => index >= start && UUID.test(text.slice(index - start, index - start + UUID_LENGTH)),
  );
}
