import type { Condition, Expression } from '../search-language/expression.js';

/** Removes the positions from an expression. */
export function withoutPositions(expression: Expression | undefined): Expression | undefined {
  if (!expression) return undefined;
  const strip = (inner: Expression): Expression => withoutPositions(inner) ?? inner;
  switch (expression.kind) {
    case 'and':
    case 'or':
      return { ...expression, operands: expression.operands.map(strip) };
    case 'not':
      return { ...expression, operand: strip(expression.operand) };
    case 'condition':
      return { ...expression, at: 0 } satisfies Condition;
  }
}
