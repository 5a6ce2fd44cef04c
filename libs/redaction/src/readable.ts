/**
 * A text as a human reads it: characters that are not seen are left out, digits and letters in other forms are the plain ones, and so
 * are dashes, spaces and full stops. What is found in it is mapped back to the original.
 */
export interface Readable {
  readonly text: string;
  /** The place in the original that stands for a place in `text`. */
  readonly at: (place: number) => number;
}

const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const DASH = /\p{Pd}|\u2212/u;
const SPACE = /\p{Zs}/u;
const STOP = /[\u3002\uff61]/;
const DIGIT = /\p{Nd}/u;
/** One character that stands for a long text would only make the copy large. */
const LONGEST = 4;

/** What characters read as, by the character: texts of one language use few. All are forgotten beyond this many. */
const MAX_KNOWN = 4096;
const known = new Map<string, string>();

export function readable(text: string): Readable {
  const starts = new Uint32Array(text.length * LONGEST + 1);
  let copy = '';
  let place = 0;
  for (const character of text) {
    const plain = character < '\x80' ? character : knownOf(character);
    for (let i = 0; i < plain.length; i++) starts[copy.length + i] = place;
    copy += plain;
    place += character.length;
  }
  starts[copy.length] = place;
  return { text: copy, at: (index) => starts[index] ?? place };
}

function knownOf(character: string): string {
  let plain = known.get(character);
  if (plain === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(character, (plain = plainOf(character)));
  }
  return plain;
}

function plainOf(character: string): string {
  if (UNSEEN.test(character)) return '';
  if (DASH.test(character)) return '-';
  if (SPACE.test(character)) return ' ';
  if (STOP.test(character)) return '.';
  if (DIGIT.test(character)) return digitOf(character.codePointAt(0) ?? 0);
  const normal = character.normalize('NFKC');
  return normal.length <= LONGEST ? normal : character;
}

/** Decimal digits stand in tens, from zero to nine, everywhere in Unicode; five tens of mathematical ones stand behind each other. */
function digitOf(code: number): string {
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}
