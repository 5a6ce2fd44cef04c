import { METRIC_NAME } from '../labels/labels.js';
import type { Aggregate, Binary, Call, Expr, Span, ValueType, VectorSelector } from './ast.js';
import { parseError } from './position.js';
import { AGGREGATION_PARAMS, COMPARISONS, SET_OPERATORS, SIGNATURES } from './signatures.js';
import { typeName, typeOf } from './types.js';

/** Refuses with a message at a place of the query. */
type Refuse = (place: Span, message: string) => never;

/**
 * Checks the types of an expression and of all within it.
 *
 * @throws PromqlError bad_data at the first violation.
 */
export function check(text: string, expr: Expr): void {
  visit(expr, (place, message) => {
    throw parseError(text, place.start, message);
  });
}

function visit(expr: Expr, refuse: Refuse): void {
  switch (expr.kind) {
    case 'aggregate':
      return visitAggregate(expr, refuse);
    case 'binary':
      visit(expr.left, refuse);
      visit(expr.right, refuse);
      return visitBinary(expr, refuse);
    case 'call':
      return visitCall(expr, refuse);
    case 'paren':
      return visit(expr.expr, refuse);
    case 'unary': {
      visit(expr.expr, refuse);
      const type = typeOf(expr.expr);
      if (type === 'scalar' || type === 'vector') return;
      return refuse(
        expr,
        `unary expression only allowed on expressions of type scalar or instant vector, got "${typeName(type)}"`,
      );
    }
    case 'subquery': {
      visit(expr.expr, refuse);
      const type = typeOf(expr.expr);
      if (type !== 'vector') refuse(expr, `subquery is only allowed on instant vector, got ${type} instead`);
      return;
    }
    case 'matrix':
      return visitSelector(expr.selector, refuse);
    case 'selector':
      return visitSelector(expr, refuse);
    case 'number':
    case 'string':
      return;
  }
}

function expectType(expr: Expr, type: ValueType, place: string, refuse: Refuse): void {
  visit(expr, refuse);
  const actual = typeOf(expr);
  if (actual !== type) refuse(expr, `expected type ${typeName(type)} in ${place}, got ${typeName(actual)}`);
}

function visitAggregate(expr: Aggregate, refuse: Refuse): void {
  expectType(expr.expr, 'vector', 'aggregation expression', refuse);
  const type = AGGREGATION_PARAMS.get(expr.op);
  if (expr.param && type) expectType(expr.param, type, 'aggregation parameter', refuse);
}

function visitBinary(expr: Binary, refuse: Refuse): void {
  const types = [typeOf(expr.left), typeOf(expr.right)];
  const isScalar = types[0] === 'scalar' && types[1] === 'scalar';
  if (expr.isBool && !COMPARISONS.has(expr.op)) refuse(expr, 'bool modifier can only be used on comparison operators');
  if (isScalar && COMPARISONS.has(expr.op) && !expr.isBool)
    refuse(expr, 'comparisons between scalars must use BOOL modifier');
  const { matching } = expr;
  const common = matching?.isOn ? matching.include.find((label) => matching.labels.includes(label)) : undefined;
  if (common !== undefined) refuse(expr, `label "${common}" must not occur in ON and GROUP clause at once`);
  for (const side of [expr.left, expr.right]) {
    const type = typeOf(side);
    if (type !== 'scalar' && type !== 'vector')
      refuse(side, 'binary expression must contain only scalar and instant vector types');
  }
  const fills = matching?.fillLeft !== undefined || matching?.fillRight !== undefined;
  if (types.includes('scalar')) {
    if (matching && matching.labels.length > 0) refuse(expr, 'vector matching only allowed between instant vectors');
    if (fills) refuse(expr, 'filling in missing series only allowed between instant vectors');
    if (SET_OPERATORS.has(expr.op)) refuse(expr, `set operator "${expr.op}" not allowed in binary scalar expression`);
  } else if (SET_OPERATORS.has(expr.op)) {
    if (matching?.card !== 'many-to-many') refuse(expr, `no grouping allowed for "${expr.op}" operation`);
    if (fills) refuse(expr, 'filling in missing series not allowed for set operators');
  }
}

function visitCall(expr: Call, refuse: Refuse): void {
  const { name, args } = expr;
  const signature = SIGNATURES.get(name);
  if (!signature) return refuse(expr, `unknown function with name "${name}"`);
  const { argTypes, variadic } = signature;
  const least = variadic === 0 ? argTypes.length : argTypes.length - 1;
  const most = least + variadic;
  if (variadic === 0 && args.length !== least) {
    refuse(expr, `expected ${least} argument(s) in call to "${name}", got ${args.length}`);
  }
  if (args.length < least)
    refuse(expr, `expected at least ${least} argument(s) in call to "${name}", got ${args.length}`);
  if (variadic > 0 && args.length > most)
    refuse(expr, `expected at most ${most} argument(s) in call to "${name}", got ${args.length}`);
  args.forEach((arg, index) => {
    if (name === 'info' && index === 1) visitInfo(arg, refuse);
    else expectType(arg, argTypes[Math.min(index, argTypes.length - 1)], `call to function "${name}"`, refuse);
  });
}

/** The second argument of info selects labels of no metric in particular, and may be empty. */
function visitInfo(arg: Expr, refuse: Refuse): void {
  if (arg.kind !== 'selector') return refuse(arg, 'expected label selectors only');
  if (arg.name !== '') refuse(arg, 'expected label selectors only, got vector selector instead');
}

function visitSelector(expr: VectorSelector, refuse: Refuse): void {
  if (expr.name !== '') {
    const other = expr.matchers.slice(0, -1).find(({ name }) => name === METRIC_NAME);
    if (other) refuse(expr, `metric name must not be set twice: "${expr.name}" or "${other.value}"`);
  } else if (expr.matchers.every((matcher) => matcher.matches(''))) {
    refuse(expr, 'vector selector must contain at least one non-empty matcher');
  }
}
