/** The operators with which a condition can test a property. */
export const OPERATORS = [
  'eq',
  'neq',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'icontains',
  'not_icontains',
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
  'semver_eq',
  'semver_gt',
  'semver_gte',
  'semver_lt',
  'semver_lte',
  'in_cidr',
  'is_set',
  'is_not_set',
] as const;

export type Operator = (typeof OPERATORS)[number];

/** Operators that only conditions of feature flags have; no SQL exists for them. */
type FlagOperator = 'not_icontains' | 'in_cidr' | `semver_${string}`;

export type QueryOperator = Exclude<Operator, FlagOperator>;

/** Operators of filters over stored events, persons and groups. */
export const QUERY_OPERATORS = OPERATORS.filter(
  (operator): operator is QueryOperator =>
    operator !== 'not_icontains' && operator !== 'in_cidr' && !operator.startsWith('semver_'),
);

/** Negated operators, by the operator that they negate. A missing property passes a negated operator. */
export const COMPLEMENTS = {
  neq: 'eq',
  not_in: 'in',
  not_contains: 'contains',
  not_icontains: 'icontains',
  not_regex: 'regex',
  is_not_set: 'is_set',
} as const satisfies Partial<Record<Operator, Operator>>;

export type NegativeOperator = keyof typeof COMPLEMENTS;
export type PositiveOperator = Exclude<Operator, NegativeOperator>;

export function isNegative(operator: Operator): operator is NegativeOperator {
  return Object.hasOwn(COMPLEMENTS, operator);
}
