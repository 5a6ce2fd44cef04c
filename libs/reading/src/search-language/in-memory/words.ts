import { splitWords } from '../words.js';
import { isWordCharacter, searched } from './searched-text.js';

/** Whether a string contains a word or a phrase; equivalent to `containsWords` of the statements. */
export function containsWords(value: string): (text: string) => boolean {
  const phrase = value.toLowerCase();
  const words = splitWords(phrase);
  const isOneWord = words.length === 1 && words[0] === phrase;
  const isPlain = isAscii(phrase);
  const [plain, others] = [words.filter(isAscii), words.filter((word) => !isAscii(word))];
  return (text) => {
    const { ascii, full } = searched(text);
    // The two ways of folding differ if a character beyond ASCII has an ASCII lower-case form.
    return (
      plain.every((word) => ascii.hasWord(word)) &&
      others.every((word) => full.hasWord(word)) &&
      (isOneWord || (isPlain ? ascii : full).text.includes(phrase))
    );
  };
}

/**
 * Whether a string contains a pattern; equivalent to `matchesPattern` of the statements. Finds all places of each part
 * from those of the previous part, so the time is bounded by the length of the string for every pattern, which a
 * regular expression could not promise.
 */
export function matchesPattern(originalParts: readonly string[]): (text: string) => boolean {
  const parts = originalParts.map((part) => part.toLowerCase());
  const isPlain = isAscii(parts.join(''));
  const [first = '', ...others] = parts;
  const last = parts.at(-1) ?? '';
  const fromBorder = isWordCharacter(first, 0);
  const toBorder = isWordCharacter(last, last.length - 1);
  return (text) => {
    const folded = (isPlain ? searched(text).ascii : searched(text).full).text;
    if (parts.some((part) => !folded.includes(part))) return false;
    let ends = findStarts(folded, fromBorder);
    ends = findEnds(folded, first, ends);
    for (const part of others) ends = findEnds(folded, part, spread(folded, ends));
    for (let end = 0; end <= folded.length; end++) {
      if (ends[end] === 1 && !(toBorder && isWordCharacter(folded, end))) return true;
    }
    return false;
  };
}

/** Marks with ones the positions at which a pattern may start. */
function findStarts(text: string, fromBorder: boolean): Uint8Array {
  const starts = new Uint8Array(text.length + 1).fill(1);
  if (fromBorder) for (let at = 1; at <= text.length; at++) if (isWordCharacter(text, at - 1)) starts[at] = 0;
  return starts;
}

/** Marks where the part ends if it starts at one of the positions. */
function findEnds(text: string, part: string, starts: Uint8Array): Uint8Array {
  if (part === '') return starts;
  const ends = new Uint8Array(text.length + 1);
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (starts[at] === 1) ends[at + part.length] = 1;
  }
  return ends;
}

/** The positions and all that follow them up to the next white space. */
function spread(text: string, positions: Uint8Array): Uint8Array {
  const reached = new Uint8Array(text.length + 1);
  let isReached = false;
  for (let at = 0; at <= text.length; at++) {
    if (at > 0 && isSpace(text.charCodeAt(at - 1))) isReached = false;
    isReached ||= positions[at] === 1;
    if (isReached) reached[at] = 1;
  }
  return reached;
}

/** The white space of the engine's regular expressions, which differs from JavaScript's. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;
}

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);
