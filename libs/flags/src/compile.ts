import type { Matcher } from '@svc/property-filters';
import type { BucketBy, FlagCondition, FlagDefinition, FlagVariant } from './definition/definition.js';
import { compileOperand } from './definition/operands.js';
import { referencedKeys } from './definition/references.js';
import { murmurPercent, sha1Place, VARIANT_SEED } from './hash.js';

/** A flag that is compiled for many evaluations. */
export interface CompiledFlag {
  readonly definition: FlagDefinition;
  readonly groups: readonly CompiledGroup[];
  /** The group type that is bucketed; undefined for persons. */
  readonly groupType: string | undefined;
  readonly bucketBy: BucketBy;
  readonly isHeldOut: (id: string) => boolean;
  /** The position of the ID between 0 and 1; the flag is on up to and including the rollout. */
  readonly position: (id: string) => number;
  readonly drawVariant: (id: string) => FlagVariant | undefined;
  readonly variants: ReadonlyMap<string, FlagVariant>;
  readonly needs: Needs;
  /** Whether it may take long: it has many conditions, regular expressions, or prerequisites that may. */
  readonly isCostly: boolean;
}

export interface CompiledGroup {
  readonly conditions: readonly CompiledCondition[];
  /** A share from 0 to 1. */
  readonly rollout: number;
  readonly variant: FlagVariant | undefined;
}

export interface CompiledCondition {
  readonly definition: FlagCondition;
  readonly matches: Matcher;
  readonly negate: boolean;
}

/** A flag with more conditions is costly, because each may have to search a property of up to a megabyte. */
const FEW_CONDITIONS = 4;

/** The properties that an evaluation needs besides IDs and other flags. */
export interface Needs {
  readonly personProperties: readonly string[];
  readonly groupProperties: readonly GroupProperty[];
  /** Properties that count only if a server wrote them. */
  readonly serverPersonProperties: readonly string[];
  readonly serverGroupProperties: readonly GroupProperty[];
  readonly cohorts: readonly string[];
}

interface GroupProperty {
  readonly type: string;
  readonly key: string;
}

export function compileFlag(definition: FlagDefinition): CompiledFlag {
  const { key, filters, variants } = definition;
  const salt = filters.salt ?? key;
  const isMurmur = filters.bucketing === 'murmur3_100';
  const groupType = filters.aggregation === 'person' ? undefined : filters.aggregation;
  const bucketBy = filters.bucket_by ?? (groupType === undefined ? 'distinct_id' : 'group_key');
  const byKey = new Map(variants.map((variant) => [variant.key, variant]));
  return {
    definition,
    groups: filters.groups.map(({ conditions, rollout_percentage: percentage = 100, variant }) => ({
      conditions: conditions.map(compileCondition),
      rollout: percentage / 100,
      variant: variant === undefined ? undefined : byKey.get(variant),
    })),
    groupType,
    bucketBy,
    isHeldOut: holdoutTest(filters.holdout),
    position: isMurmur ? (id) => murmurPercent(salt, id) / 100 : sha1Place(salt),
    drawVariant: variantDraw(
      variants,
      isMurmur ? (id) => (murmurPercent(salt, id, VARIANT_SEED) - 1) / 100 : sha1Place(salt, 'variant'),
    ),
    variants: byKey,
    needs: collectNeeds(definition, bucketBy),
    isCostly: isCostly(filters.groups.flatMap(({ conditions }) => conditions)),
  };
}

function compileCondition(definition: FlagCondition): CompiledCondition {
  const { type, operator, value, case_insensitive: caseInsensitive, negate = false } = definition;
  // Membership is a boolean: "in" tests for true, "not_in" for anything else.
  const matcher =
    type === 'cohort'
      ? compileOperand(operator === 'not_in' ? 'neq' : 'eq', true, false)
      : compileOperand(operator, value, caseInsensitive === true);
  return { definition, matches: matcher, negate };
}

function isCostly(conditions: readonly FlagCondition[]): boolean {
  const isOneCostly = ({ type, operator }: FlagCondition): boolean =>
    type === 'flag' || operator === 'regex' || operator === 'not_regex' || operator === 'in_cidr';
  return conditions.length > FEW_CONDITIONS || conditions.some(isOneCostly);
}

function holdoutTest(holdout: { readonly key: string; readonly percentage: number } | undefined) {
  if (!holdout || holdout.percentage <= 0) return () => false;
  if (holdout.percentage >= 100) return () => true;
  const place = sha1Place(holdout.key, 'holdout');
  return (id: string) => place(id) <= holdout.percentage / 100;
}

/** Half-open ranges from 0 to 1 in the order of the variants; a remainder at the end belongs to the last one. */
function variantDraw(variants: readonly FlagVariant[], position: (id: string) => number) {
  let end = 0;
  const ranges = variants.map((variant) => {
    end += Math.round(variant.weight * 100);
    return { variant, end: end / 10_000 };
  });
  const last = variants.findLast(({ weight }) => weight > 0);
  return (id: string): FlagVariant | undefined => {
    if (last === undefined) return undefined;
    const at = position(id);
    return ranges.find((range) => at < range.end)?.variant ?? last;
  };
}

function collectNeeds(definition: FlagDefinition, bucketBy: BucketBy): Needs {
  const conditions = definition.filters.groups.flatMap((group) => group.conditions);
  const personKeys = (isServer: boolean) =>
    conditions.filter((each) => each.type === 'person' && isServerOnly(each) === isServer).map(({ key }) => key);
  const groupKeys = (isServer: boolean) =>
    conditions
      .filter((each) => each.type === 'group' && isServerOnly(each) === isServer)
      .flatMap(({ group_type: type = '', key }) => withRoots([key]).map((name) => ({ type, key: name })));
  return {
    personProperties: [...new Set(withRoots(personKeys(false))), ...(bucketBy === 'device_id' ? [DEVICE_ID] : [])],
    groupProperties: groupKeys(false),
    serverPersonProperties: [...new Set(withRoots(personKeys(true)))],
    serverGroupProperties: groupKeys(true),
    cohorts: referencedKeys(definition, 'cohort'),
  };
}

/** The property that a path such as `a.b` begins with; undefined for any other key. */
export function pathRoot(key: string): string | undefined {
  const dot = key.indexOf('.');
  return dot > 0 && dot < key.length - 1 ? key.slice(0, dot) : undefined;
}

/** The properties that conditions on these keys look at: a key with dots is a property, or a path into one. */
function withRoots(keys: readonly string[]): string[] {
  return keys.flatMap((key) => [key, pathRoot(key) ?? key]);
}

/** Whether only values count that were written by a server. */
export function isServerOnly({ source }: Pick<FlagCondition, 'source'>): boolean {
  return source === 'server';
}

/** The person property that holds the device ID. */
export const DEVICE_ID = '$device_id';
