/** Choices of the form of a condition. */

export const CONDITION_TYPES = [
  { value: 'property', label: 'The person’s' },
  { value: 'event', label: 'Events' },
  { value: 'cohort', label: 'Cohort' },
] as const;

/** Operators on properties of persons and accounts; flags have some more. */
export const PROPERTY_OPERATORS = [
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

/** The others have further fields, and are edited as JSON. */
export const EVENT_OPERATORS = [
  { value: 'performed', label: 'did' },
  { value: 'not_performed', label: 'did not do' },
  { value: 'first_time', label: 'did for the first time' },
];

export const COUNT_OPERATORS = [
  { value: 'gte', label: 'at least' },
  { value: 'lte', label: 'at most' },
  { value: 'eq', label: 'exactly' },
  { value: 'neq', label: 'not' },
  { value: 'gt', label: 'more than' },
  { value: 'lt', label: 'less than' },
];
