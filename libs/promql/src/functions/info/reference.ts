import { fixedTime, offsetOf } from '../../core/durations.js';
import type { Bounds } from '../../core/session.js';
import type { Expr } from '../../syntax/ast.js';
import { typeOf } from '../../syntax/types.js';

/** The time at which selectors select, in milliseconds: a fixed one, or that of the evaluation, less an offset. */
export interface Reference {
  readonly at: number | undefined;
  readonly offset: number;
}

const EVALUATION: Reference = { at: undefined, offset: 0 };

/** Finds the reference that all selectors of an expression have in common; that of the evaluation if they have none. */
export function referenceOf(expr: Expr, bounds: Bounds): Reference {
  const found = [...references(expr, bounds, [])];
  const [first] = found;
  return first && found.every((other) => other && isSame(first, other)) ? first : EVALUATION;
}

function isSame(left: Reference, right: Reference): boolean {
  if (left.at === undefined || right.at === undefined) return left.at === right.at && left.offset === right.offset;
  return left.at - left.offset === right.at - right.offset;
}

/** The references of the selectors; undefined for a vector that comes of none. Subqueries around add theirs, outermost first. */
function* references(expr: Expr, bounds: Bounds, around: readonly Reference[]): Generator<Reference | undefined> {
  const type = typeOf(expr);
  if (type !== 'vector' && type !== 'matrix') return;
  const selector = expr.kind === 'matrix' ? expr.selector : expr;
  if (selector.kind === 'selector') {
    yield [...around].reverse().reduce(join, read(selector, bounds));
    return;
  }
  const inner = selector.kind === 'subquery' ? [...around, read(selector, bounds)] : around;
  let hasAny = false;
  for (const child of children(selector)) {
    for (const reference of references(child, bounds, inner)) {
      hasAny = true;
      yield reference;
    }
  }
  if (!hasAny) yield undefined;
}

function read({ at, offset }: Extract<Expr, { kind: 'selector' | 'subquery' }>, bounds: Bounds): Reference {
  return { at: fixedTime(at, bounds), offset: offsetOf(offset, bounds) };
}

function join(inner: Reference, outer: Reference): Reference {
  return inner.at === undefined ? { at: outer.at, offset: inner.offset + outer.offset } : inner;
}

function children(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'binary':
      return [expr.left, expr.right];
    case 'call':
      return expr.name === 'info' ? expr.args.slice(0, 1) : expr.args;
    case 'aggregate':
      return expr.param ? [expr.expr, expr.param] : [expr.expr];
    case 'paren':
    case 'unary':
    case 'subquery':
      return [expr.expr];
    case 'matrix':
    case 'number':
    case 'selector':
    case 'string':
      return [];
  }
}
