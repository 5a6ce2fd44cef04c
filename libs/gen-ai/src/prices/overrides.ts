import { LRUCache } from 'lru-cache';
import type { Price } from './price.js';
import { catalogProvider } from './providers.js';

/** A price that a project has set. */
export interface Override {
  /** As instrumentations name it; '' for every provider. */
  readonly provider: string;
  /** The name of a model, or its beginning followed by `*`. */
  readonly model: string;
  /** In lower case; '' for calls of every service tier that has no override of its own. */
  readonly serviceTier: string;
  /** Milliseconds since 1970 from which it applies. */
  readonly effectiveFrom: number;
  /** Milliseconds since 1970 from which it no longer applies; undefined if it still does. */
  readonly effectiveUntil: number | undefined;
  readonly price: Price;
}

export interface PricedCall {
  readonly provider: string;
  readonly model: string;
  /** As of `pricedTier()`: '' for the default one. */
  readonly serviceTier: string;
  /** Milliseconds since 1970. */
  readonly instant: number;
}

type Candidates = LRUCache<string, readonly Override[]>;

/** The overrides that match the recently asked calls at any time, the best first, by the list that they come from. */
const CANDIDATES = new WeakMap<readonly Override[], Candidates>();
const REMEMBERED_CALLS = 1_000;

/**
 * The override of a call: one with the whole name of the model before the longest beginning, then one of its provider before one of all,
 * then one of its service tier before one of all, and of those the latest that had begun.
 *
 * @param overrides never changed afterwards, because matches are remembered by the list.
 */
export function findOverride(overrides: readonly Override[], call: PricedCall): Override | undefined {
  if (overrides.length === 0) return undefined;
  let remembered = CANDIDATES.get(overrides);
  if (!remembered) {
    remembered = new LRUCache({ max: REMEMBERED_CALLS });
    CANDIDATES.set(overrides, remembered);
  }
  const key = `${call.provider}\n${call.model}\n${call.serviceTier}`;
  let candidates = remembered.get(key);
  if (!candidates) {
    candidates = overrides.filter((override) => matches(override, call)).sort((one, other) => rank(other, one));
    remembered.set(key, candidates);
  }
  return candidates.find(({ effectiveFrom, effectiveUntil = Infinity }) => {
    return effectiveFrom <= call.instant && call.instant < effectiveUntil;
  });
}

function matches(override: Override, { provider, model, serviceTier }: PricedCall): boolean {
  return (
    matchesModel(override.model, model) &&
    (override.serviceTier === '' || override.serviceTier === serviceTier) &&
    (override.provider === '' || catalogProvider(override.provider) === catalogProvider(provider))
  );
}

function matchesModel(pattern: string, model: string): boolean {
  return pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : model === pattern;
}

/** Negative if the first one gives way to the second. */
function rank(one: Override, other: Override): number {
  const [length, otherLength] = [precision(one.model), precision(other.model)];
  return (
    (length === otherLength ? 0 : length - otherLength) ||
    Number(one.provider !== '') - Number(other.provider !== '') ||
    Number(one.serviceTier !== '') - Number(other.serviceTier !== '') ||
    one.effectiveFrom - other.effectiveFrom
  );
}

/** A whole name is more precise than any beginning of one. */
function precision(model: string): number {
  return model.endsWith('*') ? model.length - 1 : Infinity;
}
