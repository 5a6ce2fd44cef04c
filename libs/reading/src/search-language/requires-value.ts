import type { Expression } from './expression.js';
import { parseSearch } from './parse.js';

/**
 * Whether every record that a query finds has this value of a field, because the query says so outside of any OR and NOT. False if that
 * would take more to find out.
 *
 * @throws ServiceError `invalid_request`, like compiling.
 */
export function requiresValue(query: string, field: string, value: string): boolean {
  const requires = (expression: Expression): boolean => {
    if (expression.kind === 'and') return expression.operands.some(requires);
    if (expression.kind !== 'condition' || expression.field !== field) return false;
    return expression.test.kind === 'equals' && expression.test.value === value;
  };
  const expression = parseSearch(query);
  return expression !== undefined && requires(expression);
}
