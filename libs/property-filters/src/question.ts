export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Scalar = string | number | boolean | null;

/** The positive form of a question about one property, as SQL can answer it. */
export type PropertyQuestion =
  | { readonly kind: 'set' }
  | { readonly kind: 'equals'; readonly values: readonly Scalar[] }
  | { readonly kind: 'contains' | 'icontains' | 'starts_with' | 'ends_with' | 'regex'; readonly text: string }
  | { readonly kind: 'gt' | 'gte' | 'lt' | 'lte'; readonly bound: string | number }
  /** Nanoseconds since 1970. */
  | { readonly kind: 'date_before' | 'date_after'; readonly instant: bigint };

/**
 * A question about one property of an event, a person or a group.
 *
 * - A missing property passes only negated questions: `neq`, `not_in`, `not_contains`, `not_icontains`, `not_regex`,
 *   `is_not_set`.
 * - A list passes if one of its items does, lists within lists excepted; so it passes `neq` if none of its items is
 *   equal.
 * - `null` is a value: it is set and equals `null`. It has no string form and no order.
 * - Equality compares numbers if one of the two is a number and the other can be read as one, and strings otherwise:
 *   `"5.0"` equals `5` and does not equal `"5"`. Booleans have the strings `true` and `false`, objects their JSON.
 * - Order never compares numbers with words: only values that can be read as numbers pass a bound that can be, and any other
 *   bound compares strings by their bytes.
 * - The dot of a regular expression also matches line breaks.
 */
export interface PropertyTest<Question = PropertyQuestion> {
  readonly question: Question;
  readonly isNegated: boolean;
}

/** Questions that only the matcher can answer: whole JSON values, ages relative to the evaluation, versions, networks. */
export type MatcherQuestion =
  | PropertyQuestion
  | { readonly kind: 'equals'; readonly values: readonly Json[] }
  /** Nanoseconds before the evaluation. */
  | { readonly kind: 'date_before' | 'date_after'; readonly age: bigint }
  | { readonly kind: 'semver_eq' | 'semver_gt' | 'semver_gte' | 'semver_lt' | 'semver_lte'; readonly version: string }
  /** Addresses and networks such as `10.0.0.0/8`. */
  | { readonly kind: 'in_cidr'; readonly networks: readonly string[] };

/** The numbers of JSON, as an RE2 pattern. */
export const NUMBER = '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$';

const NUMBER_PATTERN = new RegExp(NUMBER);

/** The number that a string can be read as; undefined for any other string and for numbers too large for a double. */
export function readNumber(text: string): number | undefined {
  if (!NUMBER_PATTERN.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
