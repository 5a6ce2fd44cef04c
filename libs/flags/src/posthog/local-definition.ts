import type { FlagDefinition, FlagGroup, Json } from '../definition/definition.js';
import { toLocalFilters, type LocalFilter } from './property-filter.js';

/** A flag as SDKs of PostHog evaluate it in their own process, with the field names of its wire. */
export interface LocalDefinition {
  readonly id: number;
  readonly name: string;
  readonly key: string;
  readonly active: boolean;
  readonly deleted: false;
  readonly version: number;
  readonly filters: {
    readonly groups: readonly LocalGroup[];
    readonly multivariate: { readonly variants: readonly LocalVariant[] } | null;
    /** JSON texts by variant, or of `true`. */
    readonly payloads: Readonly<Record<string, string>>;
    readonly aggregation_group_type_index: number | null;
  };
}

interface LocalGroup {
  readonly properties: readonly (LocalFilter | typeof UNKNOWN_COHORT)[];
  readonly rollout_percentage: number;
  readonly variant: string | null;
}

interface LocalVariant {
  readonly key: string;
  readonly name: string;
  readonly rollout_percentage: number;
}

/** No cohort has this number, which SDKs of every language and age take for one whose members only the service knows. */
const UNKNOWN_COHORT = { type: 'cohort', key: 'id', operator: 'in', value: 0 } as const;
const ASK_SERVICE: LocalGroup = { properties: [UNKNOWN_COHORT], rollout_percentage: 100, variant: null };

/**
 * The definition for SDKs of PostHog. Instead of conditions that they would evaluate differently it has one for which they ask the
 * service.
 *
 * @param groupTypes the group types of the project, whose places are the indexes of the wire.
 */
export function toLocalDefinition(flag: FlagDefinition, groupTypes: readonly string[]): LocalDefinition {
  const { key, name, active, version, filters, variants } = flag;
  const groupType = aggregatedType(flag);
  const groups = isBucketedAlike(flag) ? (active ? toLocalGroups(flag) : []) : undefined;
  return {
    // Flags have no numbers here; SDKs tell them apart by their keys.
    id: 0,
    name,
    key,
    // SDKs decide inactive flags before anything else.
    active: active || groups === undefined,
    deleted: false,
    version,
    filters: {
      groups: groups ?? [ASK_SERVICE],
      multivariate: variants.length > 0 ? { variants: toLocalVariants(flag) } : null,
      payloads: toPayloads([
        ['true', filters.payload],
        ...variants.map(({ key: of, payload }) => [of, payload] as const),
      ]),
      aggregation_group_type_index: groupType === undefined ? null : groupTypes.indexOf(groupType),
    },
  };
}

/** The group types that flags of a project are bucketed by, sorted. */
export function aggregatedTypes(flags: readonly FlagDefinition[]): string[] {
  return [...new Set(flags.flatMap((flag) => aggregatedType(flag) ?? []))].sort();
}

function aggregatedType({ filters: { aggregation } }: FlagDefinition): string | undefined {
  return aggregation === 'person' ? undefined : aggregation;
}

/** Whether SDKs give a person or group the same place, and a flag that is off the same result. */
function isBucketedAlike({ key, filters, variants, default_variant: fallback }: FlagDefinition): boolean {
  const { bucket_by: bucketBy, bucketing = 'sha1_60', salt = key, holdout, aggregation = 'person' } = filters;
  const isUsualId = bucketBy === undefined || bucketBy === (aggregation === 'person' ? 'distinct_id' : 'group_key');
  const payload = variants.find((variant) => variant.key === fallback)?.payload;
  return isUsualId && bucketing === 'sha1_60' && salt === key && holdout === undefined && (payload ?? null) === null;
}

function toLocalGroups(flag: FlagDefinition): readonly LocalGroup[] | undefined {
  const { groups } = flag.filters;
  // SDKs go on after a group whose properties they do not know, which may have been the first match.
  if (new Set(groups.map(({ variant }) => variant)).size > 1) return undefined;
  const translated = groups.flatMap((group) => toLocalGroup(group, aggregatedType(flag)) ?? []);
  return translated.length === groups.length ? translated : undefined;
}

function toLocalGroup(group: FlagGroup, groupType: string | undefined): LocalGroup | undefined {
  const { conditions, rollout_percentage = 100, variant = null } = group;
  // SDKs test the properties of what they bucket.
  if (!conditions.every(({ type, group_type: of }) => (type === 'group' ? of : undefined) === groupType))
    return undefined;
  const filters = conditions.map(toLocalFilters);
  const known = filters.filter((each) => each !== undefined);
  return known.length === filters.length ? { properties: known.flat(), rollout_percentage, variant } : undefined;
}

/** The last variant with a weight gets what is missing to the whole, as it does here. */
function toLocalVariants({ variants }: FlagDefinition): LocalVariant[] {
  const last = variants.findLastIndex(({ weight }) => weight > 0);
  const hundredths = variants.map(({ weight }) => Math.round(weight * 100));
  const before = hundredths.slice(0, last).reduce((sum, each) => sum + each, 0);
  return variants.map(({ key, name = '' }, index) => {
    const weight = index === last ? 10_000 - before : (hundredths[index] ?? 0);
    return { key, name, rollout_percentage: weight / 100 };
  });
}

function toPayloads(payloads: readonly (readonly [key: string, payload: Json | undefined])[]): Record<string, string> {
  const known = payloads.filter(([, payload]) => payload !== undefined && payload !== null);
  return Object.fromEntries(known.map(([key, payload]) => [key, JSON.stringify(payload)]));
}
