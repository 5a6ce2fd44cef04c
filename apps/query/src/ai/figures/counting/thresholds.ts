import { catalogPrices, tierThresholds } from '@svc/gen-ai';
import type { PriceOverrides } from '../../prices/index.js';

/** The numbers of input tokens above which a rate of any price changes that calls of a project can have. */
export async function thresholdsOf(projectId: string, overrides: PriceOverrides): Promise<bigint[]> {
  const own = await overrides.overridesOf(projectId);
  const prices = [...(await catalogPrices()).values(), ...own.map(({ price }) => price)];
  return tierThresholds(prices).map(BigInt);
}
