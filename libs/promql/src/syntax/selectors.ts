import type { SyntaxNode } from '@lezer/common';
import { MAX_PATTERN_SIZE } from '@svc/property-filters';
import { METRIC_NAME } from '../labels/labels.js';
import { Matcher, type MatchType } from '../labels/matcher.js';
import type { At, Duration, Expr, VectorSelector } from './ast.js';
import type { Reader } from './reader.js';

/** Reads a name, matchers in braces, or both. The matcher of the name comes last. */
export function readSelector(reader: Reader, node: SyntaxNode): VectorSelector {
  const parts = reader.children(node);
  const identifier = parts.find(({ name }) => name === 'Identifier');
  const braces = parts.find(({ name }) => name === 'LabelMatchers');
  const name = identifier ? reader.slice(identifier) : '';
  const matchers = braces ? reader.children(braces).map((part) => readMatcher(reader, part)) : [];
  if (name !== '') matchers.push(new Matcher(METRIC_NAME, '=', name));
  if (matchers.reduce((sum, { size }) => sum + size, 0) > MAX_PATTERN_SIZE)
    throw reader.error(node.from, `regular expressions of a selector have more than ${MAX_PATTERN_SIZE} instructions`);
  const { start, end } = reader.span(node);
  return { kind: 'selector', name, matchers, offset: undefined, at: undefined, extension: undefined, start, end };
}

function readMatcher(reader: Reader, node: SyntaxNode): Matcher {
  if (node.name === 'QuotedLabelName') return new Matcher(METRIC_NAME, '=', reader.string(node));
  const [label, op, value] = reader.children(node);
  const name = node.name === 'QuotedLabelMatcher' ? reader.string(label) : reader.slice(label);
  const text = reader.string(value);
  try {
    return new Matcher(name, reader.slice(op) as MatchType, text);
  } catch (error) {
    throw reader.error(node.from, error instanceof Error ? error.message : 'error parsing regexp');
  }
}

const PLACE = 'must be preceded by an instant vector selector or range vector selector or a subquery';

export function withOffset(reader: Reader, expr: Expr, offset: Duration, end: number): Expr {
  if (expr.kind === 'matrix') return { ...expr, selector: offsetOf(reader, expr.selector, offset), end };
  if (expr.kind === 'selector' || expr.kind === 'subquery') return { ...offsetOf(reader, expr, offset), end };
  throw reader.error(expr.start, `offset modifier ${PLACE}`);
}

function offsetOf<T extends Expr & { readonly offset: Duration | undefined }>(
  reader: Reader,
  expr: T,
  offset: Duration,
): T {
  if (expr.offset !== undefined && !(expr.offset.kind === 'number' && expr.offset.value === 0)) {
    throw reader.error(expr.start, 'offset may not be set multiple times');
  }
  return { ...expr, offset };
}

export function withAt(reader: Reader, expr: Expr, at: At, end: number): Expr {
  if (typeof at === 'number' && !(Math.abs(at) < 2 ** 63)) {
    throw reader.error(expr.start, 'timestamp out of bounds for @ modifier');
  }
  if (expr.kind === 'matrix') return { ...expr, selector: atOf(reader, expr.selector, at), end };
  if (expr.kind === 'selector' || expr.kind === 'subquery') return { ...atOf(reader, expr, at), end };
  throw reader.error(expr.start, `@ modifier ${PLACE}`);
}

function atOf<T extends Expr & { readonly at: At | undefined }>(reader: Reader, expr: T, at: At): T {
  if (expr.at !== undefined) throw reader.error(expr.start, '@ <timestamp> may not be set multiple times');
  return { ...expr, at };
}

export function withExtension(reader: Reader, expr: Expr, extension: 'anchored' | 'smoothed', end: number): Expr {
  if (expr.kind === 'matrix') return { ...expr, selector: extensionOf(reader, expr.selector, extension), end };
  if (expr.kind === 'selector') return { ...extensionOf(reader, expr, extension), end };
  const reason = expr.kind === 'subquery' ? 'is not supported for subqueries' : 'not implemented';
  throw reader.error(expr.start, `${extension} modifier ${reason}`);
}

function extensionOf(reader: Reader, expr: VectorSelector, extension: 'anchored' | 'smoothed'): VectorSelector {
  if (expr.extension !== undefined && expr.extension !== extension) {
    throw reader.error(expr.start, 'anchored and smoothed modifiers cannot be used together');
  }
  return { ...expr, extension };
}
