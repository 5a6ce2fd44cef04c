import { quote } from '../format/quote.js';

export type TokenKind = 'identifier' | 'number' | 'duration' | 'string' | 'operator' | 'bracket' | 'bad' | 'end';

/** A word of a query. Spaces and comments are none. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
}

const DURATION = String.raw`(?:\d+(?:ms|[ywdhms]))+`;
const NUMBER = String.raw`0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?`;
const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + '`[^`]*`';
const OPERATOR = String.raw`==|!=|<=|>=|=~|!~|<\/|>\/|[-+*/%^=<>@]`;
const WORD = new RegExp(
  String.raw`(?:\s+|#[^\n]*)|(${DURATION})(?![\p{L}\w.])|(${NUMBER})|(${STRING})|([\p{L}_:][\p{L}\w:.]*)|(${OPERATOR})|([(){}[\],:])|([^])`,
  'gyu',
);
const KINDS: readonly TokenKind[] = ['duration', 'number', 'string', 'identifier', 'operator', 'bracket', 'bad'];

/** Splits a query into words; the last is its end. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const found of text.matchAll(WORD)) {
    const kind = KINDS[found.slice(1).findIndex((group) => group !== undefined)];
    if (kind !== undefined) tokens.push({ kind, text: found[0], start: found.index });
  }
  return [...tokens, { kind: 'end', text: '', start: text.length }];
}

const AGGREGATIONS =
  /^(avg|bottomk|count|count_values|group|max|min|quantile|stddev|stdvar|sum|topk|limitk|limit_ratio)$/i;
const KEYWORDS =
  /^(bool|by|group_left|group_right|fill|fill_left|fill_right|ignoring|offset|on|without|anchored|smoothed)$/i;
const WORD_OPERATORS = /^(and|or|unless|atan2)$/i;

/** Names a word in a message, as Prometheus does. */
export function describe(token: Token): string {
  switch (token.kind) {
    case 'end':
      return 'end of input';
    case 'operator':
      return token.text === '=' ? '"="' : `<op:${token.text}>`;
    case 'identifier':
      if (AGGREGATIONS.test(token.text)) return `<aggr:${token.text.toLowerCase()}>`;
      if (KEYWORDS.test(token.text)) return `<${token.text.toLowerCase()}>`;
      if (WORD_OPERATORS.test(token.text)) return `<op:${token.text.toLowerCase()}>`;
      return `${token.text.includes(':') ? 'metric identifier' : 'identifier'} ${quote(token.text)}`;
    case 'bracket':
    case 'bad':
      return quote(token.text);
    case 'duration':
    case 'number':
    case 'string':
      return `${token.kind} ${quote(token.text)}`;
  }
}
