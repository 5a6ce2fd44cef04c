import {
  catalogProvider,
  findModel,
  findOverride,
  listCatalog,
  type CatalogModel,
  type Override,
  type Period,
} from '@svc/gen-ai';
import type { LlmPriceOverride } from '@svc/relational';
import { toOverride } from './price-overrides.js';
import { fromCatalog, fromOverride, type PriceMessage } from './price.message.js';

export interface PriceFilters {
  readonly provider: string;
  readonly model: string;
  readonly search: string;
  /** '' for both. */
  readonly source: string;
}

/** A price of a list, with its place. */
export interface ListedPrice {
  readonly place: string;
  readonly toMessage: () => PriceMessage;
}

/** Places are compared by their code units, so a separator that names cannot have keeps the order of their parts. */
const place = (...parts: readonly string[]): string => parts.join('\u0000');

/** The overrides that match the filters, in the order of their places. */
export function listOverrides(rows: readonly LlmPriceOverride[], filters: PriceFilters): ListedPrice[] {
  if (filters.source === 'catalog') return [];
  return sorted(
    rows
      .filter((row) => matchesOverride(row, filters))
      .map((row) => ({
        place: place('0', row.provider, row.model, row.serviceTier, row.id),
        toMessage: () => fromOverride(row),
      })),
  );
}

/** The prices of the catalog that match the filters, in the order of their places, each with the override that applies instead now. */
export async function listCatalogPrices(
  rows: readonly LlmPriceOverride[],
  filters: PriceFilters,
  now: number,
): Promise<ListedPrice[]> {
  if (filters.source === 'override') return [];
  const overrides = rows.map(toOverride);
  const listed = (await listCatalog())
    .filter(createCatalogFilter(filters))
    .flatMap((model) => model.periods.map((period, nth) => toListed(model, period, nth, overrides, now)));
  return sorted(listed);
}

function toListed(
  model: CatalogModel,
  period: Period,
  nth: number,
  overrides: readonly Override[],
  now: number,
): ListedPrice {
  return {
    place: place('1', model.provider, model.model, String(nth).padStart(4, '0')),
    toMessage: () => {
      const call = { provider: model.provider, model: model.model, serviceTier: '', instant: now };
      const shadowedBy = findOverride(overrides, call)?.price.id;
      return { ...fromCatalog(model, period), ...(shadowedBy !== undefined && { shadowedBy }) };
    },
  };
}

function matchesOverride(row: LlmPriceOverride, { provider, model, search }: PriceFilters): boolean {
  return (
    (provider === '' || row.provider === '' || row.provider === catalogProvider(provider)) &&
    (model === '' || row.model === model || (row.model.endsWith('*') && model.startsWith(row.model.slice(0, -1)))) &&
    row.model.toLowerCase().includes(search.toLowerCase())
  );
}

function createCatalogFilter({ provider, model, search }: PriceFilters): (entry: CatalogModel) => boolean {
  const [asked, text] = [catalogProvider(provider), search.toLowerCase()];
  return (entry) =>
    (provider === '' || entry.provider === asked) &&
    entry.model.toLowerCase().includes(text) &&
    (model === '' || entry.model === model || findModel(entry.provider, model)?.model === entry.model);
}

function sorted(prices: ListedPrice[]): ListedPrice[] {
  return prices.sort((one, other) => Number(one.place > other.place) - Number(one.place < other.place));
}
