import type { Scope } from '../core/session.js';
import type { Binary } from '../syntax/ast.js';

/** Computes an arithmetic operator. */
export function arithmetic(op: string, left: number, right: number): number | undefined {
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '^':
      return power(left, right);
    case 'atan2':
      return Math.atan2(left, right);
    default:
      return undefined;
  }
}

/** IEEE 754 says that these powers are 1, where JavaScript says NaN. */
function power(base: number, exponent: number): number {
  return base === 1 || (base === -1 && Math.abs(exponent) === Infinity) ? 1 : base ** exponent;
}

/** Compares two values; undefined if the operator is no comparison. */
export function compare(op: string, left: number, right: number): boolean | undefined {
  switch (op) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
    default:
      return undefined;
  }
}

/** Computes an operator of two values: a number, or whether a comparison is true; undefined if it is for histograms only. */
export function operate(scope: Scope, expr: Binary, left: number, right: number): number | boolean | undefined {
  const computed = arithmetic(expr.op, left, right) ?? compare(expr.op, left, right);
  if (computed === undefined) {
    scope.notes.info(
      `incompatible sample types encountered for binary operator "${expr.op}": float ${expr.op} float`,
      expr,
    );
  }
  return computed;
}
