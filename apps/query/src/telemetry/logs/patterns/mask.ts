import { stripVTControlCharacters } from 'node:util';

/**
 * Replaces variable parts of a message by the name of their kind, so that messages of one statement in a program become
 * alike. Parts that no mask recognizes are left to the tree, which compares messages with each other.
 * Terminal colors are left out: their digits are no numbers of the message.
 */
export function mask(message: string): string {
  const isColored = message.includes('\u001b') || message.includes('\u009b');
  const plain = isColored ? stripVTControlCharacters(message) : message;
  return replaceAll(replaceAll(plain, NAMED).replace(SEGMENT, maskSegment), DIGITS);
}

/** The last is in every text in which the pattern occurs; looking for it is far cheaper than trying the pattern at every place. */
type Masks = readonly (readonly [pattern: RegExp, name: string, contains: string])[];

function replaceAll(text: string, masks: Masks): string {
  let masked = text;
  for (const [pattern, name, contains] of masks) {
    if (masked.includes(contains)) masked = masked.replace(pattern, name);
  }
  return masked;
}

/**
 * The order matters: patterns that may contain others come first (a URL contains an address, a date contains numbers).
 * Each pattern takes time linear in the text: no repetition is nested, and look-arounds are bounded.
 */
const NAMED: Masks = [
  // A value in quotes: not the key of a JSON object, and not text between two apostrophes.
  [/(?<=^|[\s=:([{,])"[^"\n]{0,256}"(?!\s?:)/g, '<quoted>', '"'],
  [/(?<=^|[\s=:([{,])'[^'\n]{0,256}'(?=$|[\s,;)\]}.])/g, '<quoted>', "'"],
  [/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>]+/gi, '<url>', '://'],
  [/(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, '<email>', '@'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<uuid>', '-'],
  [/\b\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?!\w)/g, '<date>', ''],
  [/\b\d{1,2}\/(?:[A-Z][a-z]{2}|\d{1,2})\/\d{4}(?::\d\d:\d\d:\d\d(?: [+-]\d{4})?)?(?!\w)/g, '<date>', '/'],
  [/(?<![\w:.])\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?![\w:])/g, '<date>', ':'],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?:\/\d{1,2})?(?!\w|\.\d)/g, '<ip>', '.'],
  // An IPv6 address has at least two colons and a digit or letter next to them; a port after brackets stays a number.
  [/(?<![\w:.])(?=[0-9a-f]{0,4}:[0-9a-f]{0,4}:)(?=:{0,2}[0-9a-f])[0-9a-f:]{3,39}(?![\w:])/gi, '<ip>', ':'],
];

/** A segment of a path; masks are in angle brackets and are not matched. */
const SEGMENT = /(?<=\/)[\w.~%@+-]+/g;

const DIGITS: Masks = [
  // Words of the letters a to f exist; words of eight such letters with a digit do not.
  [/(?<!\w)(?:0x[0-9a-f]{1,64}|(?=[a-f]{0,64}\d)[0-9a-f]{8,})(?!\w)/gi, '<hex>', ''],
  [/(?<!\w)[+-]?\d+(?:[.,]\d+)*(?:%|[nµu]?s|ms|m|h|d|[kmgt]?i?b)?(?!\w)/gi, '<number>', ''],
];

/** A segment with a digit identifies one item of many, except an API version: `v1`. */
function maskSegment(segment: string): string {
  return /\d/.test(segment) && !/^v\d{1,3}$/.test(segment) ? '<id>' : segment;
}
