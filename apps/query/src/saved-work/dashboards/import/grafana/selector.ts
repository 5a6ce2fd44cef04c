import { tooComplex, Unsupported, type Expression } from './expression.js';

const LABEL = /^[A-Za-z_][A-Za-z0-9_]*$/;
const VARIABLE = /^(?:\$([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)(?::\w+)?\}|\[\[([A-Za-z_]\w*)(?::\w+)?\]\])$/;
/** An alternative of an expression that is nothing but a text, with anything before or after it. */
const ALTERNATIVE = /^(\.\*)?((?:[\w /:@-]|\\[.\-/])+)(\.[*+])?$/;

/** A label and the condition on its value, as in a selector of Prometheus or Loki. */
export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/**
 * A matcher of a selector, in the grammar of either language.
 *
 * @throws Unsupported for a label in quotes
 */
export function toMatcher(expression: Expression): Matcher {
  const [label, operator, value] = expression.children;
  if (label === undefined || operator === undefined || value === undefined || !LABEL.test(label.text))
    throw tooComplex();
  return { label: label.text, operator: operator.text, value: value.string };
}

/**
 * The condition of a matcher in the search language; empty if it is always true. Every value is quoted or escaped, so that it can only be a
 * value.
 *
 * @param variables the names of the variables that the dashboard has
 * @throws Unsupported for a variable that it does not have, and for expressions beyond alternatives of texts
 */
export function toCondition({ label, operator, value }: Matcher, variables: ReadonlySet<string>): string {
  const condition = positive(label, operator.endsWith('~'), value, variables);
  if (!operator.startsWith('!')) return condition;
  if (condition === '') throw new Unsupported('a condition of the query is never true');
  return `NOT ${condition}`;
}

function positive(label: string, isExpression: boolean, value: string, variables: ReadonlySet<string>): string {
  const variable = VARIABLE.exec(value);
  if (variable) return `${label}:$${known(variable[1] ?? variable[2] ?? variable[3] ?? '', variables)}`;
  if (/\$\w|\$\{|\[\[/.test(value)) throw new Unsupported('a variable is only a part of a value');
  if (value === '') return `(NOT ${label}:*)`;
  if (!isExpression) return `${label}:${quoted(value)}`;
  if (value === '.*') return '';
  if (value === '.+') return `${label}:*`;
  const alternatives = value.replace(/^\((.*)\)$/, '$1').split('|');
  return alternatives.length === 1
    ? alternative(label, value.replace(/^\((.*)\)$/, '$1'))
    : `(${alternatives.map((one) => alternative(label, one)).join(' OR ')})`;
}

function alternative(label: string, expression: string): string {
  const [, before, literal = '', after] = ALTERNATIVE.exec(expression) ?? [];
  if (literal === '') throw new Unsupported('a regular expression is more than alternatives of texts');
  const value = literal.replace(/\\(.)/g, '$1');
  if (before === undefined && after === undefined) return `${label}:${quoted(value)}`;
  return `${label}:${before ? '*' : ''}${value.replace(/[^A-Za-z0-9_]/g, '\\$&')}${after ? '*' : ''}`;
}

function known(name: string, variables: ReadonlySet<string>): string {
  if (!variables.has(name)) throw new Unsupported('the query uses a variable that the dashboard does not have');
  return name;
}

/** One text of the search language. */
export const quoted = (value: string): string =>
  `"${value
    .toWellFormed()
    .replace(/["\\]/g, '\\$&')
    .replace(/\p{Cc}/gu, ' ')}"`;

/** Conditions that must all hold. */
export const allOf = (conditions: readonly string[]): string => conditions.filter((one) => one !== '').join(' ');
