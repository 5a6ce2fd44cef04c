import { PatternBudget } from '@svc/property-filters';
import {
  BUCKETINGS,
  BUCKET_BY,
  CONDITION_SOURCES,
  CONDITION_TYPES,
  KEY,
  LIMITS,
  OPERATORS,
  type FlagCondition,
  type FlagDefinition,
  type FlagGroup,
  type FlagVariant,
  type Json,
  type Operator,
} from './definition.js';
import { operandProblem } from './operands.js';

/** The problem and its place: `filters.groups[0].conditions[2].value`. Never contains the value itself. */
export interface Violation {
  readonly path: string;
  readonly reason: string;
}

/** The valid operators by condition type; properties accept all of them. */
const OPERATORS_BY_TYPE: ReadonlyMap<string, readonly Operator[]> = new Map([
  ['cohort', ['in', 'not_in']],
  ['flag', ['eq', 'neq', 'in', 'not_in']],
]);

/** All violations of a definition whose fields have the right types; `checkReferences` checks its references. */
export function checkDefinition(flag: FlagDefinition): Violation[] {
  const found: Violation[] = [];
  const check = (isGood: boolean, path: string, reason: string): void => {
    if (!isGood) found.push({ path, reason });
  };
  const { key, name, type, variants, filters, default_variant: defaultVariant, tags } = flag;
  check(KEY.test(key), 'key', 'must be 1 to 200 of the characters A-Z a-z 0-9 _ . - and start with a letter or digit');
  check(
    [...name].length <= 200 && !hasControl(name),
    'name',
    'must be at most 200 characters without control characters',
  );
  check(tags.length <= 50, 'tags', 'must have at most 50 items');
  check(
    tags.every((tag) => tag !== '' && [...tag].length <= 100),
    'tags',
    'must be 1 to 100 characters each',
  );
  checkVariants(type, variants, check);
  const keys = new Set(variants.map((variant) => variant.key));
  check(defaultVariant === undefined || keys.has(defaultVariant), 'default_variant', 'must be the key of a variant');

  const { groups, aggregation, bucket_by: bucketBy, bucketing, salt, holdout, payload } = filters;
  check(aggregation !== '', 'filters.aggregation', 'must be person or a group type');
  check(bucketBy === undefined || BUCKET_BY.includes(bucketBy), 'filters.bucket_by', `must be ${BUCKET_BY.join(', ')}`);
  const isGroup = aggregation !== undefined && aggregation !== 'person';
  check(isGroup || bucketBy !== 'group_key', 'filters.bucket_by', 'group_key needs an aggregation by group');
  check(
    bucketing === undefined || BUCKETINGS.includes(bucketing),
    'filters.bucketing',
    `must be ${BUCKETINGS.join(' or ')}`,
  );
  check(salt === undefined || (salt !== '' && salt.length <= 200), 'filters.salt', 'must be 1 to 200 characters');
  if (holdout) {
    check(KEY.test(holdout.key), 'filters.holdout.key', 'must be 1 to 200 of the characters A-Z a-z 0-9 _ . -');
    check(isPercentage(holdout.percentage), 'filters.holdout.percentage', 'must be 0 to 100');
  }
  check(
    type === 'boolean' || payload === undefined,
    'filters.payload',
    'belongs to a boolean flag; a variant has its own',
  );
  check(isSmall(payload), 'filters.payload', PAYLOAD);
  check(groups.length <= LIMITS.groups, 'filters.groups', `must have at most ${LIMITS.groups} items`);
  const patterns = new PatternBudget();
  groups.forEach((group, index) => checkGroup(group, keys, `filters.groups[${index}]`, check, patterns));
  if (bucketing === 'murmur3_100') checkWholePercents(flag, check);
  return found;
}

type Check = (isGood: boolean, path: string, reason: string) => void;

const PAYLOAD = `must be at most ${LIMITS.payloadBytes} bytes of JSON`;

function checkVariants(type: string, variants: readonly FlagVariant[], check: Check): void {
  check(type === 'boolean' || type === 'multivariate', 'type', 'must be boolean or multivariate');
  check(type !== 'boolean' || variants.length === 0, 'variants', 'must be empty for a boolean flag');
  check(type !== 'multivariate' || variants.length > 0, 'variants', 'must not be empty for a multivariate flag');
  check(variants.length <= LIMITS.variants, 'variants', `must have at most ${LIMITS.variants} items`);
  const keys = new Set<string>();
  variants.forEach(({ key, weight, payload }, index) => {
    const path = `variants[${index}]`;
    check(KEY.test(key), `${path}.key`, 'must be 1 to 200 of the characters A-Z a-z 0-9 _ . -');
    check(!keys.has(key), `${path}.key`, 'is the key of an earlier variant');
    check(
      isPercentage(weight) && hasTwoDecimals(weight),
      `${path}.weight`,
      'must be 0 to 100 with at most two decimals',
    );
    check(isSmall(payload), `${path}.payload`, PAYLOAD);
    keys.add(key);
  });
  const hundredths = variants.reduce((sum, { weight }) => sum + Math.round(weight * 100), 0);
  const isFull = Math.abs(hundredths - 10_000) <= LIMITS.weightTolerance * 100;
  check(variants.length === 0 || isFull, 'variants', 'must have weights that sum to 100');
}

function checkGroup(
  group: FlagGroup,
  variants: ReadonlySet<string>,
  path: string,
  check: Check,
  patterns: PatternBudget,
): void {
  const { conditions, rollout_percentage: rollout = 100, variant } = group;
  check(isPercentage(rollout), `${path}.rollout_percentage`, 'must be 0 to 100');
  check(variant === undefined || variants.has(variant), `${path}.variant`, 'must be the key of a variant');
  check(conditions.length <= LIMITS.conditions, `${path}.conditions`, `must have at most ${LIMITS.conditions} items`);
  conditions.forEach((condition, index) => checkCondition(condition, `${path}.conditions[${index}]`, check, patterns));
}

function checkCondition(condition: FlagCondition, path: string, check: Check, patterns: PatternBudget): void {
  const { type, key, group_type: groupType = '', operator, value, source } = condition;
  check(CONDITION_TYPES.includes(type), `${path}.type`, `must be ${CONDITION_TYPES.join(', ')}`);
  check(key !== '' && Buffer.byteLength(key) <= 512, `${path}.key`, 'must be 1 to 512 bytes');
  check(type !== 'group' || groupType !== '', `${path}.group_type`, 'is required for a condition on a group');
  check(type === 'group' || groupType === '', `${path}.group_type`, 'belongs to a condition on a group');
  check(
    source === undefined || CONDITION_SOURCES.includes(source),
    `${path}.source`,
    `must be ${CONDITION_SOURCES.join(' or ')}`,
  );
  const isProperty = type === 'person' || type === 'group';
  check(isProperty || source !== 'server', `${path}.source`, 'belongs to a condition on a property');
  const allowed = OPERATORS_BY_TYPE.get(type) ?? OPERATORS;
  if (!allowed.includes(operator)) return check(false, `${path}.operator`, `must be one of ${allowed.join(', ')}`);
  if (type === 'cohort')
    return check(value === undefined, `${path}.value`, 'is not allowed: key is the ID of the cohort');
  const problem = operandProblem(operator, value, patterns);
  check(problem === undefined, `${path}.value`, problem ?? '');
}

/** murmur3_100 has only a hundred buckets. */
function checkWholePercents({ variants, filters }: FlagDefinition, check: Check): void {
  const reason = 'must be whole with murmur3_100, which has a hundred buckets';
  variants.forEach(({ weight }, index) => check(Number.isInteger(weight), `variants[${index}].weight`, reason));
  filters.groups.forEach(({ rollout_percentage: rollout = 100 }, index) =>
    check(Number.isInteger(rollout), `filters.groups[${index}].rollout_percentage`, reason),
  );
}

function isPercentage(value: number): boolean {
  return value >= 0 && value <= 100;
}

/** A hundredth is the smallest share that a draw distinguishes. */
function hasTwoDecimals(value: number): boolean {
  return Number(value.toFixed(2)) === value;
}

function isSmall(payload: Json | undefined): boolean {
  return payload === undefined || Buffer.byteLength(JSON.stringify(payload)) <= LIMITS.payloadBytes;
}

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
