import type { Expr, ValueType } from './ast.js';
import { SIGNATURES } from './signatures.js';

/** The type of the value of an expression. */
export function typeOf(expr: Expr): ValueType {
  switch (expr.kind) {
    case 'number':
      return 'scalar';
    case 'string':
      return 'string';
    case 'selector':
    case 'aggregate':
      return 'vector';
    case 'matrix':
    case 'subquery':
      return 'matrix';
    case 'paren':
    case 'unary':
      return typeOf(expr.expr);
    case 'call':
      return SIGNATURES.get(expr.name)?.returnType ?? 'vector';
    case 'binary':
      return typeOf(expr.left) === 'scalar' && typeOf(expr.right) === 'scalar' ? 'scalar' : 'vector';
  }
}

const NAMES: Readonly<Record<ValueType, string>> = {
  scalar: 'scalar',
  string: 'string',
  vector: 'instant vector',
  matrix: 'range vector',
};

/** The name of a type in messages. */
export function typeName(type: ValueType): string {
  return NAMES[type];
}

/** Takes parentheses off. */
export function unwrap(expr: Expr): Expr {
  return expr.kind === 'paren' ? unwrap(expr.expr) : expr;
}
