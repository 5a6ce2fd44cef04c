import { RE2JS } from 're2js';
import semver from 'semver';
import { LIMITS, type Json, type Operator } from './definition.js';
import { parseAgo, parseInstant } from './instant.js';

export interface MatchOptions {
  readonly caseInsensitive?: boolean | undefined;
}

/** Whether a property's value meets a condition; undefined stands for a property that is not there. `nowMs` is for ages. */
export type Matcher = (candidate: Json | undefined, nowMs: number) => boolean;

/** Operators that say what a value is not: the complement of another, and true of a property that is not there. */
const COMPLEMENTS = {
  neq: 'eq',
  not_in: 'in',
  not_contains: 'contains',
  not_icontains: 'icontains',
  not_regex: 'regex',
} as const;

type Negative = keyof typeof COMPLEMENTS;
type Positive = Exclude<Operator, Negative | 'is_set' | 'is_not_set'>;

function isNegative(operator: Operator): operator is Negative {
  return operator in COMPLEMENTS;
}

type Test = (candidate: Json, nowMs: number) => boolean;
const NEVER: Test = () => false;

/**
 * Prepares a condition for many evaluations. A list is met when one of its items meets the condition, and a negative operator
 * when none does. The value must be valid for the operator (`operandProblem`); otherwise nothing matches.
 */
export function compileMatcher(operator: Operator, value: Json | undefined, options: MatchOptions = {}): Matcher {
  if (operator === 'is_set') return (candidate) => candidate !== undefined;
  if (operator === 'is_not_set') return (candidate) => candidate === undefined;
  const positive = isNegative(operator) ? COMPLEMENTS[operator] : operator;
  const test = anyOf(compileTest(positive, value ?? null, options), positive);
  if (positive !== operator) return (candidate, nowMs) => candidate === undefined || !test(candidate, nowMs);
  return (candidate, nowMs) => candidate !== undefined && test(candidate, nowMs);
}

/** One evaluation; see `compileMatcher`. */
export function matches(
  operator: Operator,
  value: Json | undefined,
  candidate: Json | undefined,
  { nowMs = Date.now(), ...options }: MatchOptions & { readonly nowMs?: number } = {},
): boolean {
  return compileMatcher(operator, value, options)(candidate, nowMs);
}

function anyOf(test: Test, operator: Positive): Test {
  return (candidate, nowMs) => {
    if (!Array.isArray(candidate)) return test(candidate, nowMs);
    if (operator === 'eq' && test(candidate, nowMs)) return true;
    return (candidate as Json[]).some((item) => !Array.isArray(item) && test(item, nowMs));
  };
}

function compileTest(operator: Positive, value: Json, { caseInsensitive = false }: MatchOptions): Test {
  const fold = (text: string): string => (caseInsensitive || operator === 'icontains' ? text.toLowerCase() : text);
  const wanted = fold(textOf(value));
  switch (operator) {
    case 'eq':
      return equalTest([value], fold);
    case 'in':
      return equalTest(Array.isArray(value) ? (value as Json[]) : [value], fold);
    case 'contains':
    case 'icontains':
      return (candidate) => fold(textOf(candidate)).includes(wanted);
    case 'starts_with':
      return (candidate) => fold(textOf(candidate)).startsWith(wanted);
    case 'ends_with':
      return (candidate) => fold(textOf(candidate)).endsWith(wanted);
    case 'regex':
      return regexTest(textOf(value), caseInsensitive);
    case 'gt':
      return orderTest(value, fold, (order) => order > 0);
    case 'gte':
      return orderTest(value, fold, (order) => order >= 0);
    case 'lt':
      return orderTest(value, fold, (order) => order < 0);
    case 'lte':
      return orderTest(value, fold, (order) => order <= 0);
    case 'date_before':
      return dateTest(value, (instant, bound) => instant < bound);
    case 'date_after':
      return dateTest(value, (instant, bound) => instant > bound);
    case 'semver_eq':
      return semverTest(value, (order) => order === 0);
    case 'semver_gt':
      return semverTest(value, (order) => order > 0);
    case 'semver_gte':
      return semverTest(value, (order) => order >= 0);
    case 'semver_lt':
      return semverTest(value, (order) => order < 0);
    case 'semver_lte':
      return semverTest(value, (order) => order <= 0);
  }
}

/** Found anywhere in the text, in time linear in it, whatever the pattern; nothing is found in one beyond the limit. */
function regexTest(pattern: string, caseInsensitive: boolean): Test {
  const compiled = compilePattern(pattern, caseInsensitive);
  if (!compiled) return NEVER;
  return (candidate) => {
    const text = textOf(candidate);
    return text.length <= LIMITS.searchedCharacters && compiled.matcher(text).find();
  };
}

/** Undefined for a pattern that is none of RE2's: no look-around, no back-references. */
export function compilePattern(pattern: string, caseInsensitive = false): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}

/** What JSON takes for a number. */
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;

/**
 * Equal to one of them: as numbers where one of the two is a number and the other reads as one, and as texts otherwise. So "5.0" equals
 * 5, and "5.0" does not equal "5".
 */
function equalTest(values: readonly Json[], fold: (text: string) => string): Test {
  const texts = new Set(values.map((value) => fold(textOf(value))));
  const numbers = new Set(values.filter((value) => typeof value === 'number'));
  const readings = new Set(values.map(readsAs));
  return (candidate) => {
    if (texts.has(fold(textOf(candidate)))) return true;
    if (typeof candidate === 'number') return readings.has(candidate);
    const number = numbers.size === 0 ? undefined : readsAs(candidate);
    return number !== undefined && numbers.has(number);
  };
}

function readsAs(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
}

/** As numbers when both are, otherwise as texts. */
function orderTest(value: Json, fold: (text: string) => string, holds: (order: number) => boolean): Test {
  const bound = numberOf(value);
  const text = fold(textOf(value));
  return (candidate) => {
    if (candidate === null) return false;
    const number = bound === undefined ? undefined : numberOf(candidate);
    if (number !== undefined && bound !== undefined) return holds(number - bound);
    const other = fold(textOf(candidate));
    return holds(other < text ? -1 : other > text ? 1 : 0);
  };
}

function dateTest(value: Json, holds: (instant: number, bound: number) => boolean): Test {
  const ago = typeof value === 'string' ? parseAgo(value) : undefined;
  const fixed = ago === undefined ? parseInstant(value) : undefined;
  return (candidate, nowMs) => {
    const bound = ago === undefined ? fixed : nowMs - ago;
    const instant = parseInstant(candidate);
    return instant !== undefined && bound !== undefined && holds(instant, bound);
  };
}

function semverTest(value: Json, holds: (order: number) => boolean): Test {
  const bound = semver.parse(textOf(value));
  return (candidate) => {
    const version = semver.parse(textOf(candidate));
    return bound !== null && version !== null && holds(version.compare(bound));
  };
}

function numberOf(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^[ \t]*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \t]*$/.test(value))
    return undefined;
  return Number(value);
}

/** How a value reads where texts are compared: 5 and "5" are the same, and so are true and "true". */
function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? canonicalJson(value) : String(value);
}

function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as Json[]).map(canonicalJson).join(',')}]`;
  const members = Object.entries(value as Record<string, Json>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** What is wrong with the value of a condition; undefined when it is valid. `limits` are those of the interface. */
export function operandProblem(
  operator: Operator,
  value: Json | undefined,
  limits: { readonly listValues: number; readonly textBytes: number; readonly patternCharacters: number },
): string | undefined {
  if (operator === 'is_set' || operator === 'is_not_set') return undefined;
  if (value === undefined) return `is required with ${operator}`;
  if (operator === 'in' || operator === 'not_in') {
    if (!Array.isArray(value) || !(value as Json[]).every(isScalar))
      return `must be a list of texts, numbers or booleans`;
    return value.length > limits.listValues ? `must have at most ${limits.listValues} items` : undefined;
  }
  if (operator === 'eq' || operator === 'neq') return isLong(value, limits.textBytes);
  if (!isScalar(value) || value === null) return `must be a text, a number or a boolean with ${operator}`;
  const text = textOf(value);
  if (operator === 'regex' || operator === 'not_regex') {
    if ([...text].length > limits.patternCharacters) return `must have at most ${limits.patternCharacters} characters`;
    return compilePattern(text) ? undefined : 'must be a regular expression without look-around and back-references';
  }
  if (operator.startsWith('semver_')) return semver.parse(text) ? undefined : 'must be a semantic version';
  if (operator.startsWith('date_'))
    return parseAgo(text) === undefined && parseInstant(value) === undefined
      ? 'must be an RFC 3339 time or an age like -7d'
      : undefined;
  return isLong(value, limits.textBytes);
}

function isLong(value: Json, bytes: number): string | undefined {
  return Buffer.byteLength(textOf(value)) > bytes ? `must be at most ${bytes} bytes` : undefined;
}

function isScalar(value: Json): boolean {
  return value === null || typeof value !== 'object';
}
