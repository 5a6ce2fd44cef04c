import type { Tree } from '@lezer/common';
import type { PromqlError } from '../errors.js';
import { quote } from '../format/quote.js';
import { parseError } from './position.js';
import { SIGNATURES } from './signatures.js';
import { describe, type Token } from './tokens.js';

const CLOSERS: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
const NAMES: Readonly<Record<string, string>> = { '(': 'parenthesis', '{': 'brace', '[': 'bracket' };
const MODIFIER =
  /^(sum|avg|min|max|count|group|stddev|stdvar|topk|bottomk|quantile|count_values|limitk|limit_ratio|by|without|on)$/i;

/** Finds errors that words show by themselves: unknown characters, strings without an end, brackets without their other half. */
export function wordError(text: string, tokens: readonly Token[]): PromqlError | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === 'bad') {
      const message = /["'`]/.test(token.text)
        ? 'unterminated quoted string'
        : `unexpected character: ${charQuote(token.text)}`;
      return parseError(text, token.start, message);
    }
    if (token.kind === 'end' && open.length > 0) {
      return parseError(text, token.start, `unclosed left ${NAMES[open[open.length - 1].text]}`);
    }
    if (token.kind !== 'bracket') continue;
    if (token.text in NAMES) open.push(token);
    const opener = CLOSERS[token.text];
    if (opener === undefined) continue;
    if (open.pop()?.text !== opener)
      return parseError(text, token.start, `unexpected right ${NAMES[opener]} '${token.text}'`);
  }
  return undefined;
}

/** Describes the first place where the grammar ends, if there is one. */
export function treeError(text: string, tree: Tree, tokens: readonly Token[]): PromqlError | undefined {
  let at: number | undefined;
  let parent = '';
  tree.iterate({
    enter: (node) => {
      if (!node.type.isError || (at !== undefined && at <= node.from)) return;
      at = node.from;
      parent = node.node.parent?.name ?? '';
    },
  });
  if (at === undefined) return undefined;
  const offset = at;
  const index = tokens.findIndex(({ start, text: word }) => start + word.length > offset || word === '');
  return parseError(text, ...explain(tokens, index, parent));
}

function explain(tokens: readonly Token[], index: number, parent: string): [number, string] {
  const token = tokens[index];
  const unknown = [index - 1, index].find((other) => isUnknownCall(tokens, other));
  if (unknown !== undefined)
    return [tokens[unknown].start, `unknown function with name ${quote(tokens[unknown].text)}`];
  return [token.start, `unexpected ${describe(token)}${context(tokens, index, parent)}`];
}

function isUnknownCall(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  const isCall = token?.kind === 'identifier' && tokens[index + 1]?.text === '(';
  return isCall && !SIGNATURES.has(token.text) && !MODIFIER.test(token.text) && !describe(token).startsWith('<');
}

function context(tokens: readonly Token[], index: number, parent: string): string {
  if (parent === 'LabelMatchers') return ' in label matching, expected identifier or "}"';
  if (/LabelMatcher$/.test(parent)) return ' in label matching, expected string';
  if (parent === 'GroupingLabels') return ' in grouping opts, expected label';
  if (parent === 'AggregateExpr') return ' in aggregation';
  if (parent === 'OffsetExpr') return ' in offset, expected number, duration, step(), range(), min_of(), or max_of()';
  if (parent === 'MatrixSelector' || parent === 'SubqueryExpr') return ' in subquery or range selector';
  return index > 0 && tokens[index - 1].text === '@' ? ' in @, expected timestamp' : '';
}

function charQuote(character: string): string {
  return `'${character === "'" ? "\\'" : quote(character).slice(1, -1)}'`;
}
