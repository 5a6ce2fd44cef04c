export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Scalar = string | number | boolean | null;

/** The positive half of a question about one property, as SQL can ask it. */
export type PropertyQuestion =
  | { readonly kind: 'set' }
  | { readonly kind: 'equals'; readonly values: readonly Scalar[] }
  | { readonly kind: 'contains' | 'icontains' | 'starts_with' | 'ends_with' | 'regex'; readonly text: string }
  | { readonly kind: 'gt' | 'gte' | 'lt' | 'lte'; readonly bound: string | number }
  /** Nanoseconds since 1970. */
  | { readonly kind: 'date_before' | 'date_after'; readonly instant: bigint };

/**
 * A question about one property of something that has properties: an event, a person, a group.
 *
 * - A missing property passes only negated questions: `neq`, `not_in`, `not_contains`, `not_icontains`, `not_regex`, `is_not_set`.
 * - A list passes when one of its items does, lists within lists excepted; so it passes `neq` when none of its items is equal.
 * - `null` is a value: it is set and equals `null`. It has no text and no order.
 * - Equality compares numbers where one of the two is a number and the other reads as one, and texts otherwise: `"5.0"` equals `5` and
 *   does not equal `"5"`. Booleans have the texts `true` and `false`, objects their JSON.
 * - Order compares numbers where both read as numbers. A bound that is a number is passed by nothing else; a bound that is a text
 *   compares texts by their bytes.
 * - The dot of a regular expression also matches line breaks.
 */
export interface PropertyTest<Question = PropertyQuestion> {
  readonly question: Question;
  readonly isNegated: boolean;
}

/** What only the matcher can ask: whole JSON values, ages relative to the evaluation, versions. */
export type MatcherQuestion =
  | PropertyQuestion
  | { readonly kind: 'equals'; readonly values: readonly Json[] }
  /** Nanoseconds before the evaluation. */
  | { readonly kind: 'date_before' | 'date_after'; readonly age: bigint }
  | { readonly kind: 'semver_eq' | 'semver_gt' | 'semver_gte' | 'semver_lt' | 'semver_lte'; readonly version: string };

/** The numbers of JSON, as a pattern of RE2. */
export const NUMBER = '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$';

const NUMBER_PATTERN = new RegExp(NUMBER);

/** The number that a text reads as; undefined for any other text and for numbers too large for a double. */
export function readNumber(text: string): number | undefined {
  if (!NUMBER_PATTERN.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
