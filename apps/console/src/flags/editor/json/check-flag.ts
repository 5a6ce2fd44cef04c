import { operatorsOf } from '../condition-kinds.js';
import { anything, listOf, number, object, oneOf, text, truth, type Check } from './check.js';

const variant = object({ key: text, name: text, weight: number, payload: anything }, ['key', 'weight']);

const FIELDS = {
  type: oneOf(['person', 'group', 'cohort', 'flag']),
  group_type: text,
  key: text,
  operator: text,
  value: anything,
  negate: truth,
  case_insensitive: truth,
  source: oneOf(['any', 'server']),
};
const condition: Check = (value, place, fault) => {
  object(FIELDS, ['type', 'key', 'operator'])(value, place, fault);
  const { type, operator } = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly type?: unknown;
    readonly operator?: unknown;
  };
  if (typeof type === 'string' && operator !== undefined)
    oneOf(operatorsOf(type))(operator, `${place}.operator`, fault);
};

const group = object({ conditions: listOf(condition), rollout_percentage: number, variant: text }, ['conditions']);

const filters = object(
  {
    groups: listOf(group),
    payload: anything,
    aggregation: text,
    bucket_by: text,
    salt: text,
    bucketing: text,
    holdout: object({ key: text, percentage: number }, ['key', 'percentage']),
  },
  ['groups'],
);

/** Checks the JSON of a flag: that it has the fields of a flag, each of the right type. */
export const checkFlag: Check = object({ name: text, variants: listOf(variant), filters, default_variant: text }, [
  'name',
  'filters',
]);
