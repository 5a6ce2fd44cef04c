import {
  calcPrice,
  findProvider,
  waitForUpdate,
  type ConditionalPrice,
  type ModelInfo,
  type ModelPrice,
  type Provider,
} from '@pydantic/genai-prices';
import { LRUCache } from 'lru-cache';
import { parseMoney } from './money.js';
import type { Price, Rate, RateKey } from './price.js';
import { catalogModels, catalogProvider } from './providers.js';
import { parseTimeOfDay } from './time-of-day.js';

/** Keys of the catalog by what they are a rate for, each with the number of units that it is the price of. */
const KEYS: Readonly<Record<string, readonly [key: RateKey, units: bigint]>> = {
  input_mtok: ['input', 1_000_000n],
  cache_read_mtok: ['cache_read', 1_000_000n],
  cache_write_mtok: ['cache_write', 1_000_000n],
  cache_write_1h_mtok: ['cache_write_1h', 1_000_000n],
  input_audio_mtok: ['input_audio', 1_000_000n],
  cache_audio_read_mtok: ['input_audio_cached', 1_000_000n],
  input_image_mtok: ['input_image', 1_000_000n],
  cache_image_read_mtok: ['input_image_cached', 1_000_000n],
  output_mtok: ['output', 1_000_000n],
  output_reasoning_mtok: ['output_reasoning', 1_000_000n],
  output_audio_mtok: ['output_audio', 1_000_000n],
  output_image_mtok: ['output_image', 1_000_000n],
  requests_kcount: ['request', 1_000n],
  web_searches_kcount: ['web_search', 1_000n],
};

/** The version of the package, which does not export it; a spec compares them. */
export const CATALOG_VERSION = '0.1.8';
/** Begins the IDs of prices of the catalog, because another version of it may have other rates under the same names. */
export const CATALOG_PREFIX = `genai-prices@${CATALOG_VERSION}`;

/** The rates of a model in one period or at one time of the day. */
export interface Period {
  /** As the catalog states it: `from 2025-06-10`, or `00:30:00Z to 16:30:00Z` of each day; '' for always. */
  readonly name: string;
  readonly applies: (instantMs: number) => boolean;
  readonly price: Price;
}

/** A model of the catalog. */
export interface CatalogModel {
  readonly provider: string;
  readonly model: string;
  /** As the catalog has them: the last one that applies counts, and the first if none does. */
  readonly periods: readonly Period[];
}

/** Names come from clients, so only the last used ones are remembered, and none that is longer than any model's. */
const RESOLVED = new LRUCache<string, CatalogModel | typeof UNKNOWN>({ max: 5_000 });
const UNKNOWN = Symbol('unknown');
const MAX_NAME_LENGTH = 256;

/**
 * The model of a provider in the offline catalog of `@pydantic/genai-prices`. Undefined unless the catalog has both, so that a model on
 * one's own machine is never billed at the price of its vendor.
 *
 * @param provider as an instrumentation names it; '' if it does not, then the model alone decides.
 */
export function findModel(provider: string, model: string): CatalogModel | undefined {
  if (model.length > MAX_NAME_LENGTH || provider.length > MAX_NAME_LENGTH) return undefined;
  const key = `${provider}\n${model}`;
  let found = RESOLVED.get(key);
  if (found === undefined) {
    found = resolve(provider, model) ?? UNKNOWN;
    RESOLVED.set(key, found);
  }
  return found === UNKNOWN ? undefined : found;
}

/** The rates of a model at an instant in milliseconds since 1970. */
export function priceAt({ periods }: CatalogModel, instantMs: number): Price | undefined {
  return (periods.findLast(({ applies }) => applies(instantMs)) ?? periods[0])?.price;
}

let all: Promise<readonly CatalogModel[]> | undefined;

/**
 * All models of the catalog, sorted by provider and model. Nothing is fetched: without a registered update this is the data of the
 * package.
 */
export function listCatalog(): Promise<readonly CatalogModel[]> {
  return (all ??= readCatalog());
}

async function readCatalog(): Promise<readonly CatalogModel[]> {
  const providers = (await waitForUpdate()) ?? [];
  const models = providers.flatMap((provider) => provider.models.map((model) => toModel(provider.id, model)));
  return models.toSorted((one, other) => compare(one.provider, other.provider) || compare(one.model, other.model));
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

function resolve(provider: string, model: string): CatalogModel | undefined {
  if (model === '') return undefined;
  const id = provider === '' ? findProvider({ modelId: model.toLowerCase() })?.id : catalogProvider(provider);
  const known = id === undefined ? undefined : findExact(id);
  if (!known) return undefined;
  const isVendor = (name: string): boolean => name !== '' && findExact(catalogProvider(name)) !== undefined;
  for (const name of catalogModels(model, isVendor)) {
    const found = calcPrice({}, name, { provider: known });
    if (found) return toModel(known.id, found.model);
  }
  return undefined;
}

/** The package also finds a provider by a part of its name, such as `openai` in `openai-compatible`, which may be anybody's server. */
function findExact(providerId: string): Provider | undefined {
  const found = findProvider({ providerId });
  return found?.id === providerId ? found : undefined;
}

function toModel(provider: string, { id: model, prices }: ModelInfo): CatalogModel {
  const conditional: readonly ConditionalPrice[] = Array.isArray(prices) ? prices : [{ prices }];
  const periods = conditional.map(({ constraint, prices: rates }) => {
    const { name, applies } = readConstraint(constraint);
    const id = `${CATALOG_PREFIX}:${provider}/${model}`;
    return { name, applies, price: toPrice(name === '' ? id : `${id} ${name}`, rates) };
  });
  return { provider, model, periods };
}

function readConstraint(constraint: ConditionalPrice['constraint']): Omit<Period, 'price'> {
  if (constraint === undefined) return { name: '', applies: () => true };
  if (constraint.type === 'start_date') {
    const start = Date.parse(constraint.start_date);
    return { name: `from ${constraint.start_date}`, applies: (instantMs) => instantMs >= start };
  }
  const [start, end] = [parseTimeOfDay(constraint.start_time), parseTimeOfDay(constraint.end_time)];
  const isWithin = (at: number) => (end < start ? at >= start || at < end : at >= start && at < end);
  return {
    name: `${constraint.start_time} to ${constraint.end_time}`,
    applies: (instantMs) => isWithin((((instantMs % DAY_MS) + DAY_MS) % DAY_MS) / 1_000),
  };
}

const DAY_MS = 86_400_000;

function toPrice(id: string, prices: ModelPrice): Price {
  const rates: Partial<Record<RateKey, Rate>> = {};
  for (const [name, value] of Object.entries(prices)) {
    const [key, units] = KEYS[name] ?? [];
    if (key === undefined || units === undefined || value === undefined) continue;
    const tiered = typeof value === 'number' ? { base: value, tiers: [] } : value;
    rates[key] = {
      base: perUnit(tiered.base, units),
      tiers: tiered.tiers
        .map(({ start, price }) => ({ above: start, rate: perUnit(price, units) }))
        .toSorted((a, b) => a.above - b.above),
    };
  }
  return { id, source: 'catalog', serviceTier: undefined, rates };
}

/** The decimals of a price per million tokens with which one token has whole attodollars. */
const CATALOG_DECIMALS = 12;

/** A few prices of the catalog were computed and end in the noise of a double, as 0.18000000000000002, which the rounding takes away. */
function perUnit(price: number, units: bigint): bigint {
  return (parseMoney(price.toFixed(CATALOG_DECIMALS)) ?? 0n) / units;
}
