import { catalogPrices, type Price } from '@svc/gen-ai';
import type { PriceOverrides } from './price-overrides.js';

/** Finds the prices that stored costs refer to: those of the catalog, and the overrides of a project with the ended ones. */
export async function knownPrices(
  projectId: string,
  overrides: PriceOverrides,
): Promise<(id: string) => Price | undefined> {
  const [catalog, own] = await Promise.all([catalogPrices(), overrides.overridesOf(projectId)]);
  const byId = new Map(own.map(({ price }) => [price.id, price]));
  return (id) => byId.get(id) ?? catalog.get(id);
}
