/**
 * A normalized copy of a text, as a human reads it: invisible characters are omitted, and digits, letters, dashes,
 * spaces and full stops in other forms become plain ones. Positions in it are mapped back to the original.
 */
export interface Readable {
  readonly text: string;
  /** Maps a position in `text` to the position in the original. */
  readonly at: (place: number) => number;
}

const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const DASH = /\p{Pd}|\u2212/u;
const SPACE = /\p{Zs}/u;
const STOP = /[\u3002\uff61]/;
const DIGIT = /\p{Nd}/u;
/** Maximum expansion of a character; a longer one would only make the copy large. */
const LONGEST = 4;

/** Cache of normalized characters: texts in one language use few. It is cleared beyond this size. */
const MAX_KNOWN = 4096;
const known = new Map<string, string>();

export function readable(text: string): Readable {
  const starts = new Uint32Array(text.length * LONGEST + 1);
  let copy = '';
  let place = 0;
  for (const character of text) {
    const plain = character < '\x80' ? character : getPlain(character);
    for (let i = 0; i < plain.length; i++) starts[copy.length + i] = place;
    copy += plain;
    place += character.length;
  }
  starts[copy.length] = place;
  return { text: copy, at: (index) => starts[index] ?? place };
}

function getPlain(character: string): string {
  let plain = known.get(character);
  if (plain === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(character, (plain = toPlain(character)));
  }
  return plain;
}

function toPlain(character: string): string {
  if (UNSEEN.test(character)) return '';
  if (DASH.test(character)) return '-';
  if (SPACE.test(character)) return ' ';
  if (STOP.test(character)) return '.';
  if (DIGIT.test(character)) return toDigit(character.codePointAt(0) ?? 0);
  const normal = character.normalize('NFKC');
  return normal.length <= LONGEST ? normal : character;
}

/** Unicode encodes decimal digits in sequences from zero to nine; the five sequences of mathematical digits are adjacent. */
function toDigit(code: number): string {
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}
