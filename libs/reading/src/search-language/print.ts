import type { Bound, Condition, Expression, Test } from './expression.js';

/** A parsed query in canonical form, which parses to the same expression. */
export function printSearch(expression: Expression): string {
  switch (expression.kind) {
    case 'and':
      return expression.operands.map((operand) => grouped(operand, ['and', 'or'])).join(' AND ');
    case 'or':
      return expression.operands.map((operand) => grouped(operand, ['or'])).join(' OR ');
    case 'not':
      return `NOT ${grouped(expression.operand, ['and', 'or'])}`;
    case 'condition':
      return printCondition(expression);
  }
}

function grouped(operand: Expression, kinds: readonly Expression['kind'][]): string {
  return kinds.includes(operand.kind) ? `(${printSearch(operand)})` : printSearch(operand);
}

function printCondition({ field, test }: Condition): string {
  return field === undefined ? printTest(test) : `${printField(field)}:${printTest(test)}`;
}

function printField(field: string): string {
  return /^[A-Za-z_@$][\w@$./-]*$/.test(field) ? field : quoted(field);
}

function printTest(test: Test): string {
  switch (test.kind) {
    case 'exists':
      return '*';
    case 'equals':
      return isPlainWord(test.value) ? test.value : quoted(test.value);
    case 'pattern':
      return escapedStart(test.parts.map(escaped).join('*'));
    case 'range':
      return `${opening(test.low)} TO ${closing(test.high)}`;
  }
}

function opening(low: Bound | undefined): string {
  return low ? `${low.inclusive ? '[' : '{'}${quoted(low.value)}` : '[*';
}

function closing(high: Bound | undefined): string {
  return high ? `${quoted(high.value)}${high.inclusive ? ']' : '}'}` : '*]';
}

const OPERATORS = ['AND', 'OR', 'NOT', 'TO'];

function isPlainWord(value: string): boolean {
  return /^[A-Za-z0-9_.@][A-Za-z0-9_.@/-]*$/.test(value) && !OPERATORS.includes(value);
}

const quoted = (value: string): string => `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`;

/** Escapes every character that may have a meaning. */
const escaped = (part: string): string =>
  part.replace(/[^A-Za-z0-9_.@/\u0080-\uffff-]|\s/g, (character) => `\\${character}`);

/** Escapes the start of a word: a minus would negate, and two slashes would turn the field before them into a URL. */
const escapedStart = (word: string): string => (/^(?:-|\/\/)/.test(word) ? `\\${word}` : word);
