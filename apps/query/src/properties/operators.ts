/** What a property filter can ask. The words are those of flags and cohorts too. */
export const OPERATORS = [
  'eq',
  'neq',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'icontains',
  'starts_with',
  'ends_with',
  'regex',
  'not_regex',
  'gt',
  'gte',
  'lt',
  'lte',
  'date_before',
  'date_after',
  'is_set',
  'is_not_set',
] as const;

export type Operator = (typeof OPERATORS)[number];

export const isOperator = (text: unknown): text is Operator => OPERATORS.some((operator) => operator === text);

export type Scalar = string | number | boolean | null;

/** The positive half of a question about one property; `negate` around it answers the other half, missing properties included. */
export type PropertyQuestion =
  | { readonly kind: 'set' }
  | { readonly kind: 'equals'; readonly values: readonly Scalar[] }
  | { readonly kind: 'contains' | 'icontains' | 'starts_with' | 'ends_with' | 'regex'; readonly text: string }
  | { readonly kind: 'gt' | 'gte' | 'lt' | 'lte'; readonly bound: string | number }
  /** Nanoseconds since 1970. */
  | { readonly kind: 'date_before' | 'date_after'; readonly instant: bigint };

/**
 * A question about one property of something that has properties: an event, a person, an account.
 *
 * - A property that is missing meets only what is negated: `neq`, `not_in`, `not_contains`, `not_regex`, `is_not_set`.
 * - A list passes when one of its items does, lists in lists aside; so it meets `neq` when none of them is equal.
 * - `null` is a value: it is set and equals `null`. It has no text and no size.
 * - Values are compared as numbers where one of the two is a number and the other reads as one, and as texts otherwise; so `"5"`
 *   equals `5` and `"05"` does not equal `"5"`. Booleans have the texts `true` and `false`, objects their JSON.
 * - Bounds: as numbers where both read as numbers; a bound that is a number is met by nothing else; two texts by their bytes.
 */
export interface PropertyTest {
  readonly question: PropertyQuestion;
  readonly isNegated: boolean;
}

/** What JSON takes for a number. */
export const NUMBER = '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$';

const NUMBER_PATTERN = new RegExp(NUMBER);

/** The number a text reads as; undefined where it is none or too large for one. */
export function numberOf(text: string): number | undefined {
  if (!NUMBER_PATTERN.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
