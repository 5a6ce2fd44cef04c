import { formatPlain } from '../format/float.js';
import type { At, Binary, Duration, Expr, VectorSelector } from './ast.js';
import { SIGNATURES } from './signatures.js';
import { typeOf } from './types.js';

/** A node of the tree that `parse_query` of the API answers. */
export type JsonNode = Readonly<Record<string, unknown>>;

/** Makes the tree of an expression that `parse_query` of the API answers. */
export function toJson(expr: Expr): JsonNode {
  switch (expr.kind) {
    case 'aggregate': {
      const param = expr.param ? toJson(expr.param) : null;
      const { op, grouping, isWithout } = expr;
      return { type: 'aggregation', op, expr: toJson(expr.expr), param, grouping, without: isWithout };
    }
    case 'binary':
      return binaryJson(expr);
    case 'call': {
      const signature = SIGNATURES.get(expr.name);
      return { type: 'call', func: { name: expr.name, ...signature }, args: expr.args.map(toJson) };
    }
    case 'matrix': {
      const range = { range: milliseconds(expr.range), rangeExpr: durationJson(expr.range) };
      return { type: 'matrixSelector', ...range, ...selectorJson(expr.selector) };
    }
    case 'selector':
      return { type: 'vectorSelector', ...selectorJson(expr) };
    case 'subquery':
      return {
        type: 'subquery',
        expr: toJson(expr.expr),
        range: milliseconds(expr.range),
        rangeExpr: durationJson(expr.range),
        step: milliseconds(expr.step),
        stepExpr: durationJson(expr.step),
        ...placeJson(expr.offset, expr.at),
      };
    case 'number':
      return { type: 'numberLiteral', val: formatPlain(expr.value) };
    case 'string':
      return { type: 'stringLiteral', val: expr.value };
    case 'paren':
      return { type: 'parenExpr', expr: toJson(expr.expr) };
    case 'unary':
      return { type: 'unaryExpr', op: expr.op, expr: toJson(expr.expr) };
  }
}

function binaryJson({ op, left, right, matching, isBool }: Binary): JsonNode {
  const isMatched = matching && typeOf(left) === 'vector' && typeOf(right) === 'vector';
  const matched = isMatched
    ? {
        card: matching.card,
        labels: matching.labels,
        on: matching.isOn,
        include: matching.include,
        fillValues: { lhs: matching.fillLeft ?? null, rhs: matching.fillRight ?? null },
      }
    : null;
  return { type: 'binaryExpr', op, lhs: toJson(left), rhs: toJson(right), matching: matched, bool: isBool };
}

function selectorJson(selector: VectorSelector): JsonNode {
  const matchers = selector.matchers.map(({ name, value, type }) => ({ name, value, type }));
  const { name, extension } = selector;
  const place = placeJson(selector.offset, selector.at);
  return { name, ...place, matchers, anchored: extension === 'anchored', smoothed: extension === 'smoothed' };
}

function placeJson(offset: Duration | undefined, at: At | undefined): JsonNode {
  return {
    offset: milliseconds(offset),
    offsetExpr: durationJson(offset),
    timestamp: typeof at === 'number' ? at : null,
    startOrEnd: typeof at === 'string' ? at : null,
  };
}

/** A literal duration; 0 for one that depends on the query. */
function milliseconds(duration: Duration | undefined): number {
  return duration?.kind === 'number' ? Math.trunc(duration.value * 1_000) : 0;
}

function durationJson(duration: Duration | undefined): JsonNode | null {
  return duration?.kind === 'duration' ? partJson(duration) : null;
}

function partJson(duration: Duration | undefined): JsonNode | null {
  if (!duration) return null;
  if (duration.kind === 'number')
    return { type: 'numberLiteral', val: formatPlain(duration.value), duration: duration.isDuration };
  const { op, left, right, isWrapped } = duration;
  return { type: 'durationExpr', op, lhs: partJson(left), rhs: partJson(right), wrapped: isWrapped };
}
