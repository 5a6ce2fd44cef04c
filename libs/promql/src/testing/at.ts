import type { Expr } from '../syntax/ast.js';

/** Functions whose result depends on the instant even if their selectors do not. */
const READS_NOW =
  /^(days_in_month|day_of_\w+|hour|minute|month|year|predict_linear|time|timestamp|start|end|step|range)$/;

/** Gives all selectors that have no time one; undefined if the query depends on the instant in other ways. */
export function fixTimes(expr: Expr, time: number): Expr | undefined {
  let isFixed = true;
  const visit = (one: Expr): Expr => {
    switch (one.kind) {
      case 'selector':
        return { ...one, at: one.at ?? time };
      case 'matrix':
        return { ...one, selector: { ...one.selector, at: one.selector.at ?? time } };
      case 'subquery':
        return { ...one, at: one.at ?? time };
      case 'paren':
      case 'unary':
        return { ...one, expr: visit(one.expr) };
      case 'aggregate':
        return { ...one, expr: visit(one.expr), param: one.param && visit(one.param) };
      case 'binary':
        return { ...one, left: visit(one.left), right: visit(one.right) };
      case 'call':
        if (READS_NOW.test(one.name)) isFixed = false;
        return { ...one, args: one.args.map(visit) };
      case 'number':
      case 'string':
        return one;
    }
  };
  const fixed = visit(expr);
  return isFixed ? fixed : undefined;
}
