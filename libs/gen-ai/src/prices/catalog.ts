import { createRequire } from 'node:module';
import { calcPrice, findProvider, type ConditionalPrice, type ModelInfo, type ModelPrice, type Provider } from '@pydantic/genai-prices';
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

const { version } = createRequire(import.meta.url)('@pydantic/genai-prices/package.json') as { version: string };
/** Begins the IDs of prices of the catalog, because another version of it may have other rates under the same names. */
const PREFIX = `genai-prices@${version}`;

/** The rates of a model in one period or at one time of the day. */
interface Period {
  readonly applies: (instant: Date) => boolean;
  readonly price: Price;
}

/** A model of the catalog. */
export interface CatalogModel {
  readonly provider: string;
  readonly model: string;
  /** As the catalog has them: the last one that applies counts, and the first if none does. */
  readonly periods: readonly Period[];
}

/** Names come from clients, so only the last used ones are remembered. */
const RESOLVED = new LRUCache<string, CatalogModel | typeof UNKNOWN>({ max: 5_000 });
const UNKNOWN = Symbol('unknown');

/**
 * The model of a provider in the offline catalog of `@pydantic/genai-prices`. Undefined unless the catalog has both, so that a model on one's
 * own machine is never billed at the price of its vendor.
 *
 * @param provider as an instrumentation names it; '' if it does not, then the model alone decides.
 */
export function findModel(provider: string, model: string): CatalogModel | undefined {
  const key = `${provider}\n${model}`;
  let found = RESOLVED.get(key);
  if (found === undefined) {
    found = resolve(provider, model) ?? UNKNOWN;
    RESOLVED.set(key, found);
  }
  return found === UNKNOWN ? undefined : found;
}

/** The rates of a model at an instant. */
export function priceAt({ periods }: CatalogModel, instant: Date): Price | undefined {
  return (periods.findLast(({ applies }) => applies(instant)) ?? periods[0])?.price;
}

function resolve(provider: string, model: string): CatalogModel | undefined {
  if (model === '') return undefined;
  const providerId = provider === '' ? findProvider({ modelId: model.toLowerCase() })?.id : catalogProvider(provider);
  const known = providerId === undefined ? undefined : findProvider({ providerId });
  if (!known) return undefined;
  for (const name of catalogModels(model)) {
    const found = calcPrice({}, name, { provider: known });
    if (found) return toModel(known, found.model);
  }
  return undefined;
}

function toModel({ id: provider }: Provider, { id: model, prices }: ModelInfo): CatalogModel {
  const conditional: readonly ConditionalPrice[] = Array.isArray(prices) ? prices : [{ prices }];
  const periods = conditional.map(({ constraint, prices: rates }) => {
    const [name, applies] = readConstraint(constraint);
    return { applies, price: toPrice(`${PREFIX}:${provider}/${model}${name}`, rates) };
  });
  return { provider, model, periods };
}

function readConstraint(constraint: ConditionalPrice['constraint']): [name: string, applies: (instant: Date) => boolean] {
  if (constraint === undefined) return ['', () => true];
  if (constraint.type === 'start_date') {
    const start = Date.parse(constraint.start_date);
    return [` from ${constraint.start_date}`, (instant) => instant.getTime() >= start];
  }
  const [start, end] = [parseTimeOfDay(constraint.start_time), parseTimeOfDay(constraint.end_time)];
  const isWithin = (at: number) => (end < start ? at >= start || at < end : at >= start && at < end);
  return [
    ` from ${constraint.start_time} to ${constraint.end_time}`,
    (instant) => isWithin((instant.getTime() % DAY_MS) / 1_000),
  ];
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

/** @throws Error if the catalog has a price that is not exact in attodollars, which a new version of it might have. */
function perUnit(price: number, units: bigint): bigint {
  const atto = parseMoney(price);
  if (atto === undefined || atto % units !== 0n) throw new Error(`The price ${price} is not exact.`);
  return atto / units;
}
