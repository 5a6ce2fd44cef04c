import type { Expression } from './expression.js';
import { parseSearch } from './parse.js';

/**
 * The words and phrases that a query searches for in the text of a record, in lower case and without the excluded ones.
 */
export function searchedWords(query: string): readonly string[] {
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
