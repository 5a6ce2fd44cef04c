/** A word, a quoted text or a symbol of a question. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'symbol';
  /** The characters as asked, without quotation marks. */
  readonly raw: string;
  /** In lower case; a quoted text is never a word of the grammar. */
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

const QUOTED = /"([^"]*)"|“([^”]*)”|(?<=^|\s)'([^']+)'(?=$|[\s,.?!])/uy;
const WORD = /[\p{L}\p{N}\p{M}$@_][\p{L}\p{N}\p{M}$@_.\-:/+%'’]*/uy;
/** Marks that carry no meaning between words. */
const PUNCTUATION = /[\s,.?!]+/uy;

/** Splits a question. Every character other than blanks and plain punctuation belongs to a token. */
export function tokenize(question: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < question.length) {
    const blank = match(PUNCTUATION, question, at);
    if (blank) {
      at += blank[0].length;
      continue;
    }
    const quoted = match(QUOTED, question, at);
    if (quoted) {
      const raw = (quoted[1] ?? quoted[2] ?? quoted[3] ?? '').trim();
      tokens.push({ kind: 'quoted', raw, lower: '', start: at, end: at + quoted[0].length });
      at += quoted[0].length;
      continue;
    }
    const word = match(WORD, question, at);
    const token = word ? toWord(word[0], at) : toSymbol(question, at);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

/** Strips the marks at the end of a word, such as the colon in `logs:`, and the possessive. */
function toWord(text: string, start: number): Token {
  const [kept = text] = /^.*?(?=(?:['’][sS])?[.\-:/+%'’]*$)/su.exec(text) ?? [];
  const raw = kept === '' ? text : kept;
  return { kind: 'word', raw, lower: raw.toLowerCase(), start, end: start + skipMarks(text, raw.length) };
}

/** A colon, a full stop or an apostrophe belongs to the word before; a hyphen or a slash is reported. */
function skipMarks(text: string, length: number): number {
  const [marks = ''] = /^(?:['’][sS])?[.:'’]*/u.exec(text.slice(length)) ?? [];
  return length + marks.length;
}

function toSymbol(question: string, start: number): Token {
  const raw = String.fromCodePoint(question.codePointAt(start) ?? 0);
  return { kind: 'symbol', raw, lower: raw, start, end: start + raw.length };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
