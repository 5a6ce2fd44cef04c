import type { SyntaxNode } from '@lezer/common';
import type { Duration, DurationExpr } from './ast.js';
import { readNumber } from './numbers.js';
import type { Reader } from './reader.js';

/** The longest duration in seconds that nanoseconds in 64 bits hold. */
const MAX_SECONDS = 2 ** 63 / 1e9;

/** Reads a duration expression: arithmetic of durations, or a single one. */
export function readDuration(reader: Reader, node: SyntaxNode): Duration {
  const parts = reader.children(node);
  const [first, second, third] = parts;
  switch (first.name) {
    case 'NumberDurationLiteralInDurationContext':
      return checked(reader, readNumber(reader, first));
    case 'DurationStep':
    case 'DurationRange':
      return make(reader, node, first.name === 'DurationStep' ? 'step' : 'range', undefined, undefined);
    case 'DurationMinOf':
    case 'DurationMaxOf':
      return make(
        reader,
        node,
        first.name === 'DurationMinOf' ? 'min_of' : 'max_of',
        readDuration(reader, second),
        readDuration(reader, third),
      );
    case 'UnaryOp':
      return signed(reader, node, reader.slice(first) === '-', readDuration(reader, second));
  }
  const inner = readDuration(reader, first);
  if (parts.length === 1) return node.from === first.from ? inner : wrapped(reader, node, inner);
  const op = reader.slice(second) as DurationExpr['op'];
  const right = readDuration(reader, third);
  if ((op === '/' || op === '%') && right.kind === 'number' && right.value === 0) {
    throw reader.error(second.from, op === '/' ? 'division by zero' : 'modulo by zero');
  }
  return make(reader, node, op, inner, right);
}

function signed(reader: Reader, node: SyntaxNode, isNegative: boolean, duration: Duration): Duration {
  if (duration.kind === 'number') {
    const value = isNegative ? -duration.value : duration.value;
    return checked(reader, { kind: 'number', value, isDuration: duration.isDuration, start: node.from, end: node.to });
  }
  return isNegative ? make(reader, node, '-', undefined, duration) : duration;
}

/** Remembers parentheses: those around a number make a sum of one part. */
function wrapped(reader: Reader, node: SyntaxNode, duration: Duration): Duration {
  const inner = duration.kind === 'duration' ? duration : make(reader, node, '+', undefined, duration);
  return { ...inner, isWrapped: true };
}

function make(
  reader: Reader,
  node: SyntaxNode,
  op: DurationExpr['op'],
  left: Duration | undefined,
  right: Duration | undefined,
): DurationExpr {
  const { start, end } = reader.span(node);
  return { kind: 'duration', op, left, right, isWrapped: false, start, end };
}

function checked<T extends Duration & { readonly value?: number }>(reader: Reader, literal: T): T {
  if (Math.abs(literal.value ?? 0) > MAX_SECONDS) throw reader.error(literal.start, 'duration out of range');
  return literal;
}
