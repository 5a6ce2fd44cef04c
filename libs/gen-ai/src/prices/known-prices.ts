import { listCatalog } from './catalog.js';
import type { Price } from './price.js';

let catalog: Promise<ReadonlyMap<string, Price>> | undefined;

/** The prices of the catalog by ID. */
export function catalogPrices(): Promise<ReadonlyMap<string, Price>> {
  return (catalog ??= listCatalog().then(
    (models) => new Map(models.flatMap(({ periods }) => periods.map(({ price }) => [price.id, price]))),
  ));
}

/** The numbers of input tokens above which a rate of any of the prices changes, in ascending order. */
export function tierThresholds(prices: Iterable<Price>): number[] {
  const thresholds = new Set<number>();
  for (const { rates } of prices) {
    for (const { tiers } of Object.values(rates)) for (const { above } of tiers) thresholds.add(above);
  }
  return [...thresholds].sort((one, other) => one - other);
}
