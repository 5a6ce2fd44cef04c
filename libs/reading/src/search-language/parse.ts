import { Characters, type Value } from './characters.js';
import { LIMITS, type Bound, type Condition, type Expression, type Test } from './expression.js';
import { searchError } from './syntax-error.js';

/** Line breaks and tabs separate words; other control characters can only be an accident or an attack. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

const FOREIGN_OPERATORS = [
  ['&&', 'AND'],
  ['||', 'OR'],
] as const;
/** A comparison as other languages write it: an operator on its own, or between a name and a number. */
const FOREIGN_COMPARISON = /(?:[<>]=?|[=!]?=)(?=[\s)]|$)|[A-Za-z_@$][\w@$./-]*(?:[<>]=?|[=!]=)-?\d/y;

/**
 * Parses a query; undefined if it is empty.
 *
 * Written by hand because liqe, which has a similar language, is not safe for untrusted input: its grammar is
 * ambiguous, so twenty words in parentheses take half a minute and fifty crash the process, and it compiles field names
 * to code. This parser reads each character once, in bounded depth.
 *
 * @throws ServiceError `invalid_request` with path `q`, a position and a hint.
 */
export function parseSearch(query: string): Expression | undefined {
  if (query.length > LIMITS.characters) throw searchError(LIMITS.characters, `at most ${LIMITS.characters} characters`);
  const control = query.search(CONTROL);
  if (control >= 0 || !query.isWellFormed())
    throw searchError(Math.max(control, 0), 'control characters are not allowed');
  return new Parser(query).parse();
}

class Parser {
  private readonly characters: Characters;
  private conditions = 0;
  private wildcards = 0;

  constructor(query: string) {
    this.characters = new Characters(query);
  }

  parse(): Expression | undefined {
    this.characters.skipSpace();
    if (this.characters.isAtEnd) return undefined;
    const expression = this.#parseOr(undefined, 0);
    if (!this.characters.isAtEnd) throw this.#error('this closing parenthesis has no opening parenthesis');
    return expression;
  }

  #parseOr(field: string | undefined, depth: number): Expression {
    if (depth > LIMITS.depth) throw this.#error(`at most ${LIMITS.depth} levels of parentheses and negations`);
    const operands = [this.#parseAnd(field, depth)];
    while (this.characters.takeOperator('OR')) operands.push(this.#parseAnd(field, depth));
    return combine('or', operands);
  }

  #parseAnd(field: string | undefined, depth: number): Expression {
    const operands: Expression[] = [];
    do {
      operands.push(this.#parseNot(field, depth));
      this.characters.skipSpace();
    } while (this.characters.takeOperator('AND') || this.#isAtOperand());
    return combine('and', operands);
  }

  #isAtOperand(): boolean {
    return !this.characters.isAtEnd && this.characters.current !== ')' && !this.characters.isAtOperator('OR');
  }

  #parseNot(field: string | undefined, depth: number): Expression {
    if (depth > LIMITS.depth) throw this.#error(`at most ${LIMITS.depth} levels of parentheses and negations`);
    this.characters.skipSpace();
    if (this.characters.takeOperator('NOT') || this.#takeMinus()) {
      return { kind: 'not', operand: this.#parseNot(field, depth + 1) };
    }
    return this.characters.current === '(' ? this.#parseGroup(field, depth) : this.#parseCondition(field, depth);
  }

  /** A leading minus negates the next term; a minus on its own is a word. */
  #takeMinus(): boolean {
    const next = this.characters.query[this.characters.position + 1] ?? ' ';
    return this.characters.current === '-' && !/[\s)]/.test(next) && this.characters.take('-');
  }

  #parseGroup(field: string | undefined, depth: number): Expression {
    const open = this.characters.position;
    this.characters.take('(');
    const expression = this.#parseOr(field, depth + 1);
    this.characters.skipSpace();
    if (!this.characters.take(')')) throw searchError(open, 'this parenthesis is not closed');
    return expression;
  }

  #parseCondition(outerField: string | undefined, depth: number): Expression {
    this.#refuseMissingOperand();
    if (outerField === undefined) this.#refuseForeignComparison();
    const inner = outerField === undefined ? this.characters.takeField() : undefined;
    const field = inner ?? outerField;
    if (inner !== undefined && this.characters.current === '(') return this.#parseGroup(inner, depth);
    if (++this.conditions > LIMITS.conditions) throw this.#error(`at most ${LIMITS.conditions} conditions`);
    const at = this.characters.position;
    const condition: Condition = { kind: 'condition', test: this.#parseTest(field !== undefined), at };
    return field === undefined ? condition : { ...condition, field };
  }

  #refuseMissingOperand(): void {
    const { characters } = this;
    if (characters.isAtEnd) throw this.#error('a word or a condition is missing');
    if (characters.current === ')') throw this.#error('a word or a condition is missing before this parenthesis');
    if (['AND', 'OR'].some((operator) => characters.isAtOperator(operator))) {
      throw this.#error('an operator needs a condition before it; put it in quotation marks to search for the word');
    }
    // Operators of other languages; taken as words they would silently find nothing.
    for (const [symbol, operator] of FOREIGN_OPERATORS) {
      if (!characters.isAtOperator(symbol)) continue;
      throw this.#error(`write ${operator} instead; put it in quotation marks to search for the characters`);
    }
  }

  #refuseForeignComparison(): void {
    FOREIGN_COMPARISON.lastIndex = this.characters.position;
    if (FOREIGN_COMPARISON.test(this.characters.query))
      throw this.#error('write a comparison as field:>=20; put it in quotation marks to search for the characters');
  }

  #parseTest(hasField: boolean): Test {
    if (hasField) {
      const { current } = this.characters;
      if (current === '[' || current === '{') return this.#parseRange();
      const comparison = ['>=', '<=', '>', '<', '='].find((operator) => this.characters.take(operator));
      if (comparison !== undefined) return this.#parseComparison(comparison);
    }
    const value = this.characters.takeValue();
    if (value.parts.length === 1) return this.#equals(value, hasField);
    this.#countWildcards(value);
    return value.parts.every((part) => part === '') ? { kind: 'exists' } : { kind: 'pattern', parts: value.parts };
  }

  #equals(value: Value, hasField: boolean): Test {
    const text = value.parts.join('');
    if (text === '' && !value.quoted) throw searchError(value.at, 'a value is missing after the colon');
    if (text === '' && !hasField) throw searchError(value.at, 'the quotation marks are empty');
    return { kind: 'equals', value: text };
  }

  #parseComparison(operator: string): Test {
    const value = this.#parseBound('');
    if (value === undefined) throw this.#error('a comparison needs a value');
    if (operator === '=') return { kind: 'equals', value };
    const bound = { value, inclusive: operator.endsWith('=') };
    return operator.startsWith('>') ? { kind: 'range', low: bound } : { kind: 'range', high: bound };
  }

  #parseRange(): Test {
    const { characters } = this;
    const open = characters.position;
    const lowInclusive = characters.current === '[';
    characters.position++;
    const low = this.#parseBound(']}');
    characters.skipSpace();
    if (!characters.takeOperator('TO')) throw this.#error('a range is written [low TO high]');
    const high = this.#parseBound(']}');
    characters.skipSpace();
    const highInclusive = characters.current === ']';
    if (!characters.take(']') && !characters.take('}')) throw searchError(open, 'this range has no closing bracket');
    if (low === undefined && high === undefined) return { kind: 'exists' };
    return { kind: 'range', ...side('low', low, lowInclusive), ...side('high', high, highInclusive) };
  }

  /** Undefined for `*`, which is unbounded. */
  #parseBound(stops: string): string | undefined {
    this.characters.skipSpace();
    const value = this.characters.takeValue(stops);
    if (value.quoted || value.parts.length === 1) {
      const bound = value.parts.join('');
      if (bound === '') throw searchError(value.at, 'a bound is missing');
      return bound;
    }
    if (value.parts.length > 2 || value.parts.join('') !== '') {
      throw searchError(value.at, 'a bound is a value or a single *');
    }
    return undefined;
  }

  #countWildcards(value: Value): void {
    this.wildcards += value.parts.length - 1;
    if (this.wildcards > LIMITS.wildcards) throw searchError(value.at, `at most ${LIMITS.wildcards} wildcards`);
  }

  #error(hint: string): Error {
    return searchError(this.characters.position, hint);
  }
}

function combine(kind: 'and' | 'or', operands: readonly Expression[]): Expression {
  const [first] = operands;
  return operands.length === 1 && first ? first : { kind, operands };
}

function side(
  name: 'low' | 'high',
  value: string | undefined,
  inclusive: boolean,
): Partial<Record<'low' | 'high', Bound>> {
  return value === undefined ? {} : { [name]: { value, inclusive } };
}
