import type { Price } from './price.js';
import { catalogProvider } from './providers.js';

/** A price that a project has set. */
export interface Override {
  /** As instrumentations name it, in lower case; '' for every provider. */
  readonly provider: string;
  /** The name of a model, or its beginning followed by `*`. */
  readonly model: string;
  /** '' for calls of every service tier that has no override of its own. */
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
  readonly serviceTier: string;
  /** Milliseconds since 1970. */
  readonly instant: number;
}

/**
 * The override of a call: one of its provider before one of all, then the whole name of the model before the longest beginning, then one
 * of its service tier before one of all, and of those the latest that had begun.
 */
export function findOverride(overrides: readonly Override[], call: PricedCall): Override | undefined {
  let best: Override | undefined;
  for (const override of overrides) {
    if (applies(override, call) && (best === undefined || isBetter(override, best))) best = override;
  }
  return best;
}

function applies(override: Override, { provider, model, serviceTier, instant }: PricedCall): boolean {
  return (
    override.effectiveFrom <= instant &&
    (override.effectiveUntil === undefined || instant < override.effectiveUntil) &&
    (override.serviceTier === '' || override.serviceTier === serviceTier) &&
    (override.provider === '' || isSameProvider(override.provider, provider)) &&
    matchesModel(override.model, model)
  );
}

/** Whether two names of a provider mean the same one: `azure` and `azure.ai.openai`. */
function isSameProvider(one: string, other: string): boolean {
  const name = other.trim().toLowerCase();
  return one === name || (catalogProvider(one) !== undefined && catalogProvider(one) === catalogProvider(name));
}

function matchesModel(pattern: string, model: string): boolean {
  return pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : model === pattern;
}

function isBetter(one: Override, other: Override): boolean {
  const difference =
    Number(one.provider !== '') - Number(other.provider !== '') ||
    precision(one.model) - precision(other.model) ||
    Number(one.serviceTier !== '') - Number(other.serviceTier !== '') ||
    one.effectiveFrom - other.effectiveFrom;
  return difference > 0;
}

/** A whole name is more precise than any beginning of one. */
function precision(model: string): number {
  return model.endsWith('*') ? model.length - 1 : Infinity;
}
