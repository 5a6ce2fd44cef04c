import type { Binary, Expr } from './ast.js';

/** An operator between two operands, with all of its binary expression but the operands. */
export type Operator = Pick<Binary, 'op' | 'isBool' | 'matching'>;

/** Signs, operands and operators in the order of the text. */
export type Item =
  | { readonly kind: 'sign'; readonly isMinus: boolean; readonly start: number }
  | { readonly kind: 'operand'; readonly expr: Expr }
  | { readonly kind: 'operator'; readonly operator: Operator };

const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and', 'unless'],
  ['==', '!=', '<=', '<', '>=', '>', '</', '>/'],
  ['+', '-'],
  ['*', '/', '%', 'atan2'],
  ['^'],
];
const POWER = LEVELS.length - 1;

/**
 * Joins operands by the precedence of operators. The tree of the grammar cannot be trusted here: what follows an operand, such as `@`
 * or `offset`, is taken for a part of the whole operation before it.
 */
export function join(items: readonly Item[]): Expr {
  let index = 0;
  const levelOf = (item: Item | undefined) =>
    item?.kind === 'operator' ? LEVELS.findIndex((level) => level.includes(item.operator.op)) : -1;
  const operand = (): Expr => {
    const item = items[index++];
    if (item.kind === 'operand') return item.expr;
    if (item.kind !== 'sign') throw new TypeError('an operator is no operand');
    return signed(item.isMinus, operation(POWER), item.start);
  };
  const operation = (least: number): Expr => {
    let left = operand();
    for (let level = levelOf(items[index]); level >= least; level = levelOf(items[index])) {
      const item = items[index++];
      if (item.kind !== 'operator') break;
      const right = operation(level === POWER ? level : level + 1);
      const { op, isBool, matching } = item.operator;
      left = { kind: 'binary', op, left, right, isBool, matching, start: left.start, end: right.end };
    }
    return left;
  };
  return operation(0);
}

/** A sign is part of a literal number, as in Prometheus. */
function signed(isMinus: boolean, expr: Expr, start: number): Expr {
  const { end } = expr;
  if (expr.kind !== 'number') return { kind: 'unary', op: isMinus ? '-' : '+', expr, start, end };
  return { kind: 'number', value: isMinus ? -expr.value : expr.value, isDuration: expr.isDuration, start, end };
}
