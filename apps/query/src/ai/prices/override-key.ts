import type { LlmPricingSetRequest } from '@svc/contract';
import { catalogProvider, pricedTier } from '@svc/gen-ai';
import type { OverrideKey } from './overrides.repository.js';

/** Names of one provider or tier mean the same override. */
export function toKey(
  projectId: string,
  { model, provider, serviceTier }: Pick<LlmPricingSetRequest, 'model' | 'provider' | 'serviceTier'>,
): OverrideKey {
  return { projectId, model, provider: catalogProvider(provider), serviceTier: pricedTier(serviceTier) };
}
