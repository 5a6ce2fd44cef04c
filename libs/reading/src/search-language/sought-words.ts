import type { Expression } from './expression.js';
import { parseSearch } from './parse.js';

/** The words and phrases a query looks for in the text of a record, in lower case; what it excludes is not among them. */
export function soughtWords(query: string): readonly string[] {
  const expression = parseSearch(query);
  return expression ? [...new Set(collect(expression))] : [];
}

function collect(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.flatMap(collect);
    case 'not':
      return [];
    case 'condition': {
      const { field, test } = expression;
      if (field !== undefined) return [];
      if (test.kind === 'equals') return [test.value.toLowerCase()];
      return test.kind === 'pattern' ? test.parts.filter((part) => part !== '').map((part) => part.toLowerCase()) : [];
    }
  }
}
