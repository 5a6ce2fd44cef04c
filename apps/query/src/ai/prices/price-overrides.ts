import { Injectable } from '@nestjs/common';
import type { Override } from '@svc/gen-ai';
import type { LlmPriceOverride } from '@svc/relational';
import { LRUCache } from 'lru-cache';
import { OverridesRepository } from './overrides.repository.js';
import { fromStoredRates } from './stored-rates.js';

const MAX_PROJECTS = 1_000;
/** Time until a price that another process has set is seen, in milliseconds. */
const KEPT_MS = 5_000;

/** The overrides of projects for pricing calls, with the ended ones, kept for a few seconds. */
@Injectable()
export class PriceOverrides {
  readonly #kept: LRUCache<string, Override[]>;

  constructor(repository: OverridesRepository) {
    this.#kept = new LRUCache({
      max: MAX_PROJECTS,
      ttl: KEPT_MS,
      // A list that is read while a price is set still answers its caller, and is not kept.
      ignoreFetchAbort: true,
      fetchMethod: async (projectId) => (await repository.list(projectId, undefined)).map(toOverride),
    });
  }

  async overridesOf(projectId: string): Promise<readonly Override[]> {
    return (await this.#kept.fetch(projectId)) ?? [];
  }

  /** Reads the overrides of a project again when they are needed next. */
  forget(projectId: string): void {
    this.#kept.delete(projectId);
  }
}

export function toOverride(row: LlmPriceOverride): Override {
  const { id, provider, model, serviceTier, effectiveFrom, effectiveUntil } = row;
  return {
    provider,
    model,
    serviceTier,
    effectiveFrom: effectiveFrom.getTime(),
    effectiveUntil: effectiveUntil?.getTime(),
    price: { id, source: 'override', serviceTier: serviceTier || undefined, rates: fromStoredRates(row.rates) },
  };
}
