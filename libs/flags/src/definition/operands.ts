import {
  compileMatcher,
  isNegative,
  OperandError,
  readDate,
  readDateOrAge,
  readOperand,
  type Matcher,
  type OperandRules,
  type PatternBudget,
} from '@svc/property-filters';
import { LIMITS, type Json, type Operator } from './definition.js';

const OPERANDS: OperandRules = {
  listValues: { min: 0, max: LIMITS.listValues },
  textBytes: LIMITS.textBytes,
  patternCharacters: LIMITS.patternCharacters,
  wholeValues: true,
  readDate: readDateOrAge,
  dateFormat: 'an RFC 3339 time or an age such as -7d',
};

/**
 * Describes why the value of a condition is invalid; undefined if it is valid.
 *
 * @param patterns shared by all conditions of the flag.
 */
export function operandProblem(
  operator: Operator,
  value: Json | undefined,
  patterns: PatternBudget,
): string | undefined {
  try {
    readOperand(operator, value, { ...OPERANDS, patterns });
    return undefined;
  } catch (error) {
    if (error instanceof OperandError) return error.reason;
    throw error;
  }
}

/**
 * The matcher of a valid condition. An invalid one, stored by an earlier version, matches like a missing property, and a regular
 * expression that is larger than today's limit matches nothing.
 */
export function compileOperand(operator: Operator, value: Json | undefined, caseInsensitive: boolean): Matcher {
  try {
    return compileMatcher(readOperand(operator, value, OPERANDS), { caseInsensitive, readInstant: readDate });
  } catch (error) {
    if (!(error instanceof OperandError)) throw error;
    return () => isNegative(operator);
  }
}
