import { evaluateAggregate } from '../aggregate/aggregate.js';
import { evaluateBinary } from '../binary/binary.js';
import { checkSeries } from '../core/load.js';
import { select } from '../core/select.js';
import type { Scope } from '../core/session.js';
import type { Value } from '../core/value.js';
import { failed } from '../errors.js';
import { evaluateCall } from '../functions/call.js';
import { mapValues } from '../functions/vector/values.js';
import type { Expr } from '../syntax/ast.js';

/** Evaluates an expression at all instants of the grid. */
export async function evaluate(expr: Expr, scope: Scope): Promise<Value> {
  const value = await evaluateKind(expr, scope);
  if (value.type === 'vector') checkSeries(scope, value.series.length);
  return value;
}

async function evaluateKind(expr: Expr, scope: Scope): Promise<Value> {
  switch (expr.kind) {
    case 'number':
      return { type: 'scalar', values: new Float64Array(scope.grid.count).fill(expr.value) };
    case 'string':
      return { type: 'string', value: expr.value };
    case 'paren':
      return evaluate(expr.expr, scope);
    case 'unary': {
      const value = await evaluate(expr.expr, scope);
      if (expr.op === '+') return value;
      if (value.type === 'scalar') return { type: 'scalar', values: value.values.map((one) => -one) };
      return mapValues(scope, value, (one) => -one);
    }
    case 'selector':
      return { type: 'vector', series: await select(scope, expr) };
    case 'call':
      return evaluateCall(scope, expr);
    case 'aggregate':
      return evaluateAggregate(scope, expr);
    case 'binary':
      return evaluateBinary(scope, expr);
    case 'matrix':
    case 'subquery':
      throw failed('range vectors can only be arguments of functions');
  }
}
