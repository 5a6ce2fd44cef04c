import type { SyntaxNode } from '@lezer/common';
import type { At, Expr } from './ast.js';
import { readDuration } from './durations.js';
import { readNumber } from './numbers.js';
import { readLabels, readMatching } from './operators.js';
import { join, type Item } from './precedence.js';
import type { Reader } from './reader.js';
import { readSelector, withAt, withExtension, withOffset } from './selectors.js';
import { AGGREGATION_PARAMS } from './signatures.js';

/** The number of expressions within each other; more would exhaust the stack. */
const MAX_DEPTH = 250;

/** Reads an expression of the tree of the grammar. */
export function readExpr(reader: Reader, node: SyntaxNode, depth = 0): Expr {
  return join(flatten(reader, node, depth));
}

/** Lists the operands and operators of an expression that no parentheses hold together. */
function flatten(reader: Reader, node: SyntaxNode, depth: number): Item[] {
  if (depth > MAX_DEPTH) throw reader.error(node.from, `more than ${MAX_DEPTH} expressions within each other`);
  const parts = reader.children(node);
  const [first, second, third] = parts;
  if (node.name === 'UnaryExpr') {
    return [
      { kind: 'sign', isMinus: reader.slice(first) === '-', start: node.from },
      ...flatten(reader, second, depth + 1),
    ];
  }
  if (node.name === 'BinaryExpr') {
    const op = reader.slice(second).toLowerCase();
    const isBool = parts.some(({ name }) => name === 'BoolModifier');
    const operator = { op, isBool, matching: readMatching(reader, op, parts) };
    const right = flatten(reader, parts[parts.length - 1], depth + 1);
    return [...flatten(reader, first, depth + 1), { kind: 'operator', operator }, ...right];
  }
  const suffix = suffixOf(reader, node, second, third);
  if (!suffix) return [{ kind: 'operand', expr: readOperand(reader, node, depth) }];
  const items = flatten(reader, first, depth + 1);
  const last = items[items.length - 1];
  if (last.kind !== 'operand') throw reader.error(node.from, 'unexpected operator');
  return [...items.slice(0, -1), { kind: 'operand', expr: suffix(last.expr) }];
}

/** Finds what follows an operand and belongs to it. */
function suffixOf(
  reader: Reader,
  node: SyntaxNode,
  second: SyntaxNode,
  third: SyntaxNode | undefined,
): ((expr: Expr) => Expr) | undefined {
  switch (node.name) {
    case 'OffsetExpr':
      return (expr) => withOffset(reader, expr, readDuration(reader, third ?? second), node.to);
    case 'StepInvariantExpr':
      return (expr) => withAt(reader, expr, readAt(reader, third ?? second), node.to);
    case 'AnchoredExpr':
      return (expr) => withExtension(reader, expr, 'anchored', node.to);
    case 'SmoothedExpr':
      return (expr) => withExtension(reader, expr, 'smoothed', node.to);
    case 'MatrixSelector':
      return (expr) => readMatrix(reader, expr, second, node.to);
    case 'SubqueryExpr':
      return (expr) => readSubquery(reader, expr, second, third, node.to);
    default:
      return undefined;
  }
}

function readOperand(reader: Reader, node: SyntaxNode, depth: number): Expr {
  const { start, end } = reader.span(node);
  const parts = reader.children(node);
  const inner = (part: SyntaxNode) => readExpr(reader, part, depth + 1);
  switch (node.name) {
    case 'NumberDurationLiteral':
      return readNumber(reader, node);
    case 'StringLiteral':
      return { kind: 'string', value: reader.string(node), start, end };
    case 'VectorSelector':
      return readSelector(reader, node);
    case 'ParenExpr':
      return { kind: 'paren', expr: inner(parts[0]), start, end };
    case 'FunctionCall':
      return { kind: 'call', name: reader.slice(parts[0]), args: reader.children(parts[1]).map(inner), start, end };
    case 'AggregateExpr':
      return readAggregate(reader, parts, inner, node);
    default:
      throw reader.error(start, `unexpected ${node.name}`);
  }
}

function readAt(reader: Reader, node: SyntaxNode): At {
  if (node.name === 'AtModifierPreprocessors') return node.firstChild?.name === 'AtStart' ? 'start' : 'end';
  return Math.round(readNumber(reader, node).value * 1_000);
}

function readSubquery(reader: Reader, expr: Expr, range: SyntaxNode, step: SyntaxNode | undefined, end: number): Expr {
  const { start } = expr;
  const found = { range: readDuration(reader, range), step: step && readDuration(reader, step) };
  return { kind: 'subquery', expr, range: found.range, step: found.step, offset: undefined, at: undefined, start, end };
}

function readMatrix(reader: Reader, selector: Expr, range: SyntaxNode, end: number): Expr {
  const { start } = selector;
  if (selector.kind !== 'selector') throw reader.error(start, 'ranges only allowed for vector selectors');
  if (selector.offset !== undefined) throw reader.error(start, 'no offset modifiers allowed before range');
  if (selector.at !== undefined) throw reader.error(start, 'no @ modifiers allowed before range');
  return { kind: 'matrix', selector, range: readDuration(reader, range), start, end };
}

function readAggregate(
  reader: Reader,
  parts: readonly SyntaxNode[],
  inner: (part: SyntaxNode) => Expr,
  node: SyntaxNode,
): Expr {
  const { start, end } = reader.span(node);
  const op = reader.slice(parts[0]).toLowerCase();
  const modifier = parts.find(({ name }) => name === 'AggregateModifier');
  const [kind, labels] = modifier ? reader.children(modifier) : [];
  const args = parts
    .filter(({ name }) => name === 'FunctionCallBody')
    .flatMap((body) => reader.children(body).map(inner));
  const wanted = AGGREGATION_PARAMS.has(op) ? 2 : 1;
  if (args.length === 0) throw reader.error(start, 'no arguments for aggregate expression provided');
  if (args.length !== wanted) {
    const message = `wrong number of arguments for aggregate expression provided, expected ${wanted}, got ${args.length}`;
    throw reader.error(start, message);
  }
  const grouping = labels ? readLabels(reader, labels) : [];
  const param = wanted === 2 ? args[0] : undefined;
  return {
    kind: 'aggregate',
    op,
    param,
    expr: args[wanted - 1],
    grouping,
    isWithout: kind?.name === 'Without',
    start,
    end,
  };
}
