import { OPERATORS, PROPERTY_SOURCES, type Json, type Operator, type PropertySource } from '@svc/property-filters';

export { OPERATORS, type Json, type Operator };

/** A flag as it is stored, served for local evaluation and evaluated: JSON with the field names of the API. */
export interface FlagDefinition {
  readonly key: string;
  readonly name: string;
  readonly active: boolean;
  readonly type: FlagType;
  readonly variants: readonly FlagVariant[];
  readonly filters: FlagFilters;
  /** The variant that is returned while the flag is off. */
  readonly default_variant?: string | undefined;
  readonly tags: readonly string[];
  readonly version: number;
}

export type FlagType = 'boolean' | 'multivariate';

export interface FlagVariant {
  readonly key: string;
  readonly name?: string | undefined;
  /** Percentage of the evaluation contexts for which the flag is on; two decimals. */
  readonly weight: number;
  readonly payload?: Json | undefined;
}

export interface FlagFilters {
  /** Tried in order; the first match decides. */
  readonly groups: readonly FlagGroup[];
  /** `person`, or the type of the group that is bucketed instead of the person. */
  readonly aggregation?: string | undefined;
  /** The payload of a boolean flag while it is on. */
  readonly payload?: Json | undefined;
  readonly bucket_by?: BucketBy | undefined;
  /** Replaces the key in the hash, so that a renamed or copied flag keeps its buckets. */
  readonly salt?: string | undefined;
  readonly bucketing?: Bucketing | undefined;
  /** The evaluation contexts that are excluded from this flag, and from all others with a holdout of this key. */
  readonly holdout?: { readonly key: string; readonly percentage: number } | undefined;
}

export interface FlagGroup {
  /** All must hold. */
  readonly conditions: readonly FlagCondition[];
  /** Percentage of the evaluation contexts that meet the conditions; 100 if absent. */
  readonly rollout_percentage?: number | undefined;
  /** Overrides the drawn variant for this group. */
  readonly variant?: string | undefined;
}

export interface FlagCondition {
  readonly type: ConditionType;
  readonly group_type?: string | undefined;
  /** Name of the property, ID of the cohort or key of the flag. */
  readonly key: string;
  readonly operator: Operator;
  readonly value?: Json | undefined;
  readonly negate?: boolean | undefined;
  readonly case_insensitive?: boolean | undefined;
  /** Which values count; `any` if absent. Only for properties. */
  readonly source?: ConditionSource | undefined;
}

export const BUCKET_BY = ['distinct_id', 'person_id', 'device_id', 'group_key'] as const;
export type BucketBy = (typeof BUCKET_BY)[number];

export const BUCKETINGS = ['sha1_60', 'murmur3_100'] as const;
export type Bucketing = (typeof BUCKETINGS)[number];

export const CONDITION_TYPES = ['person', 'group', 'cohort', 'flag'] as const;
export type ConditionType = (typeof CONDITION_TYPES)[number];

/** `server`: only stored values that were sent with a secret key, never values of a page or of the request itself. */
export const CONDITION_SOURCES = PROPERTY_SOURCES;
export type ConditionSource = PropertySource;

export const LIMITS = {
  flags: 1000,
  /** Limit for all flags of a project together. */
  definitionBytes: 4 * 1024 * 1024,
  variants: 100,
  groups: 50,
  conditions: 50,
  listValues: 1000,
  payloadBytes: 16_384,
  textBytes: 4096,
  patternCharacters: 200,
  /** Limit of the hashed ID; a longer $device_id is ignored. */
  idBytes: 200,
  dependencyDepth: 5,
  /** Maximum difference between the sum of the weights and 100. */
  weightTolerance: 0.01,
} as const;

/** Keys of flags and variants. */
export const KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,199}$/;
