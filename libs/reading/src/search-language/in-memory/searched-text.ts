/**
 * Only this many characters from the beginning of a text are searched, so that no record takes longer than a few milliseconds whatever
 * the query.
 */
export const SEARCHED_CHARACTERS = 32_768;

/** A text in lower case, with an index of its words that is built when it is needed. */
class FoldedText {
  private words: ReadonlySet<string> | undefined;

  constructor(readonly text: string) {}

  /** Most words are absent or whole where they first occur, so that the index is rarely needed. */
  hasWord(word: string): boolean {
    const at = this.text.indexOf(word);
    if (at < 0) return false;
    const isWhole = !isWordCharacter(this.text, at - 1) && !isWordCharacter(this.text, at + word.length);
    return isWhole || (this.words ??= new Set(this.text.match(WORDS))).has(word);
  }
}

const WORDS = /[0-9A-Za-z\u0080-\uffff]+/g;

/** The forms of a text that the conditions of a query search, each prepared once for all of them. */
export class SearchedText {
  private readonly text: string;
  private asciiText: FoldedText | undefined;
  private fullText: FoldedText | undefined;

  constructor(readonly source: string) {
    this.text = source.slice(0, SEARCHED_CHARACTERS);
  }

  /** Only ASCII letters are folded, like `lower` of the engine. */
  get ascii(): FoldedText {
    return (this.asciiText ??= new FoldedText(this.text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())));
  }

  /** All characters are folded, like `lowerUTF8` of the engine. */
  get full(): FoldedText {
    return (this.fullText ??= new FoldedText(this.text.toLowerCase()));
  }
}

let latest = new SearchedText('');

/**
 * The forms of a text. The forms of the latest text are kept, because all conditions of a query search one record after
 * the other.
 */
export function searched(text: string): SearchedText {
  if (latest.source !== text) latest = new SearchedText(text);
  return latest;
}

/** Whether the text has an ASCII letter, an ASCII digit or a character beyond ASCII at this index. */
export function isWordCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index) | 0;
  const letter = code | 0x20;
  return code >= 0x80 || (code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x7a);
}
