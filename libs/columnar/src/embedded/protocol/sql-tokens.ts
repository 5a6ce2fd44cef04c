import { refusals } from '../engine/engine-failure.js';

export interface Token {
  readonly kind: 'word' | 'quoted-name' | 'string' | 'symbol' | 'comment';
  /** A word in upper case, a quoted name without its quotes, anything else as written. */
  readonly value: string;
  /** Byte offsets into the statement. */
  readonly start: number;
  readonly end: number;
}

/**
 * Splits SQL into tokens, one at a time, so that the data after an INSERT is never read.
 *
 * The engine runs several statements of one text, so a text that the engine would split differently is an injection. Anything that could
 * be read in two ways is therefore rejected: heredocs, nested comments, prefixed strings (x'..'), backslashes,
 * typographic quotes and every other byte above 127 outside quotes. Our own SQL needs none of them.
 *
 * @param sql the statement, one character per byte (latin1).
 */
export function* tokenize(sql: string): Generator<Token, void, void> {
  let at = 0;
  while (at < sql.length) {
    const start = at;
    const character = sql[at] ?? '';
    if (WHITE_SPACE.includes(character)) {
      at += 1;
    } else if (character === "'" || character === '"' || character === '`') {
      at = endOfQuoted(sql, at, character);
      const kind = character === "'" ? 'string' : 'quoted-name';
      yield { kind, value: sql.slice(start + 1, at - 1), start, end: at };
    } else if (sql.startsWith('--', at)) {
      const newline = sql.indexOf('\n', at);
      at = newline < 0 ? sql.length : newline;
      yield { kind: 'comment', value: '', start, end: at };
    } else if (sql.startsWith('/*', at)) {
      at = endOfComment(sql, at);
      yield { kind: 'comment', value: '', start, end: at };
    } else if (WORD_START.test(character)) {
      while (at < sql.length && WORD.test(sql[at] ?? '')) at += 1;
      if (sql[at] === "'") throw refusals.syntax('A string with a prefix is not allowed');
      yield { kind: 'word', value: sql.slice(start, at).toUpperCase(), start, end: at };
    } else if (SYMBOLS.includes(character)) {
      at += 1;
      yield { kind: 'symbol', value: character, start, end: at };
    } else {
      throw refusals.syntax('A character is not allowed outside quotes');
    }
  }
}

const WHITE_SPACE = ' \t\r\n\f\v';
// Includes digits: the end of a number is irrelevant here, only that it opens no quote and does not end the statement.
const WORD_START = /[A-Za-z0-9_]/;
const WORD = /[A-Za-z0-9_]/;
const SYMBOLS = '()[]{}<>=!+-*/%,.:;?|&^~@';

function endOfQuoted(sql: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < sql.length) {
    if (sql[at] === '\\') at += 2;
    else if (sql[at] !== quote) at += 1;
    else if (sql[at + 1] === quote) at += 2;
    else return at + 1;
  }
  throw refusals.syntax('A quote is not closed');
}

function endOfComment(sql: string, start: number): number {
  const end = sql.indexOf('*/', start + 2);
  if (end < 0) throw refusals.syntax('A comment is not closed');
  if (sql.slice(start + 2, end).includes('/*')) throw refusals.syntax('Nested comments are not allowed');
  return end + 2;
}
