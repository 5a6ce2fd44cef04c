import { isNetwork, MAX_NETWORKS } from './networks.js';
import { COMPLEMENTS, isNegative, type Operator, type PositiveOperator } from './operators.js';
import { estimatePatternSize } from './pattern-size.js';
import { compilePattern, MAX_PATTERN_SIZE, MAX_PATTERN_SIZES, type PatternBudget } from './pattern.js';
import type { Json, MatcherQuestion, PropertyTest, Scalar } from './question.js';
import { parseVersion } from './versions.js';

/** A time in nanoseconds since 1970, or an age in nanoseconds before the evaluation. */
export type DateBound = { readonly instant: bigint } | { readonly age: bigint };

/** The operands that a domain accepts. */
export interface OperandRules {
  readonly listValues: { readonly min: number; readonly max: number };
  readonly textBytes: number;
  readonly patternCharacters: number;
  /**
   * The remaining budget for compiling regular expressions of the request; absent for operands that were checked
   * before.
   */
  readonly patterns?: PatternBudget;
  /** Whether `eq` and `neq` accept objects and lists too. */
  readonly wholeValues: boolean;
  /** Undefined if the value is not a time. */
  readonly readDate: (value: Json) => DateBound | undefined;
  /** Describes the times that `readDate` accepts. */
  readonly dateFormat: string;
}

export class OperandError extends Error {
  /**
   * @param reason the constraint on the value; it never repeats the value.
   * @param index of the invalid item of a list.
   */
  constructor(
    readonly reason: string,
    readonly index?: number,
  ) {
    super(reason);
  }
}

/**
 * Converts an operator and its value to a question.
 *
 * @throws OperandError if the value is not valid for the operator.
 */
export function readOperand(
  operator: Operator,
  value: Json | undefined,
  rules: OperandRules,
): PropertyTest<MatcherQuestion> {
  const isNegated = isNegative(operator);
  const positive = isNegated ? COMPLEMENTS[operator] : operator;
  return { question: readQuestion(positive, value, rules), isNegated };
}

function readQuestion(operator: PositiveOperator, value: Json | undefined, rules: OperandRules): MatcherQuestion {
  switch (operator) {
    case 'is_set':
      return { kind: 'set' };
    case 'eq':
      return { kind: 'equals', values: [rules.wholeValues ? readWhole(value, rules) : readScalar(value, rules)] };
    case 'in':
      return { kind: 'equals', values: readList(value, rules) };
    case 'contains':
    case 'icontains':
    case 'starts_with':
    case 'ends_with':
      return { kind: operator, text: readText(value, rules) };
    case 'regex':
      return { kind: operator, text: readPattern(value, rules) };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { kind: operator, bound: readBound(value, rules) };
    case 'date_before':
    case 'date_after': {
      const bound = value === undefined ? undefined : rules.readDate(value);
      if (!bound) throw new OperandError(`must be ${rules.dateFormat}`);
      return { kind: operator, ...bound };
    }
    case 'semver_eq':
    case 'semver_gt':
    case 'semver_gte':
    case 'semver_lt':
    case 'semver_lte':
      if (typeof value !== 'string' || !parseVersion(value))
        throw new OperandError('must be a version of one to four numbers, such as 1.2 or 1.2.3-beta.1');
      return { kind: operator, version: value };
    case 'in_cidr':
      return { kind: operator, networks: readNetworks(value) };
  }
}

function readList(value: Json | undefined, rules: OperandRules): Scalar[] {
  const { min, max } = rules.listValues;
  if (!isList(value) || value.length < min || value.length > max)
    throw new OperandError(`must be an array of ${min} to ${max} values`);
  return value.map((item, index) => readScalar(item, rules, index));
}

function readNetworks(value: Json | undefined): string[] {
  const given = isList(value) ? value : [value];
  if (given.length === 0 || given.length > MAX_NETWORKS)
    throw new OperandError(`must be a network or an array of 1 to ${MAX_NETWORKS}`);
  return given.map((item, index) => {
    if (typeof item === 'string' && isNetwork(item)) return item;
    throw new OperandError('must be an IP address or a network such as 10.0.0.0/8', isList(value) ? index : undefined);
  });
}

function readScalar(value: Json | undefined, rules: OperandRules, index?: number): Scalar {
  if (value === undefined || (typeof value === 'object' && value !== null))
    throw new OperandError('must be a string, a number, true, false or null', index);
  if (typeof value === 'string') checkLength(value, rules, index);
  return value;
}

function readWhole(value: Json | undefined, rules: OperandRules): Json {
  if (value === undefined) throw new OperandError('is required for this operator');
  checkLength(typeof value === 'string' ? value : JSON.stringify(value), rules);
  return value;
}

function readText(value: Json | undefined, rules: OperandRules): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string' || text === '') throw new OperandError('must be a non-empty string');
  checkLength(text, rules);
  return text;
}

/** Checked here because the column store compiles a pattern only when there is a string to match. */
function readPattern(value: Json | undefined, rules: OperandRules): string {
  const pattern = readText(value, rules);
  if (Array.from(pattern).length > rules.patternCharacters)
    throw new OperandError(`must have at most ${rules.patternCharacters} characters`);
  if (!rules.patterns) return pattern;
  const size = estimatePatternSize(pattern);
  if (size > MAX_PATTERN_SIZE)
    throw new OperandError(
      `must be a simpler regular expression: at most ${MAX_PATTERN_SIZE} steps after its repetitions`,
    );
  if (!rules.patterns.take(size))
    throw new OperandError(`must leave all regular expressions together below ${MAX_PATTERN_SIZES} steps`);
  if (!compilePattern(pattern))
    throw new OperandError('must be a valid RE2 regular expression, without look-around and back-references');
  return pattern;
}

function readBound(value: Json | undefined, rules: OperandRules): string | number {
  if (typeof value !== 'number' && typeof value !== 'string') throw new OperandError('must be a number or a string');
  if (typeof value === 'string') checkLength(value, rules);
  return value;
}

function checkLength(text: string, { textBytes }: OperandRules, index?: number): void {
  if (Buffer.byteLength(text) > textBytes) throw new OperandError(`must have at most ${textBytes} bytes`, index);
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
