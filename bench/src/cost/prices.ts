/**
 * Measures the look-up of a price that is remembered, and the cost of a call, on one thread: `node dist/cost/prices.js [seconds]`. Calls
 * alternate between 200 models of the catalog, without overrides and with 1,000.
 */
import { findPrice, listCatalog, priceUsage, type Override, type PriceQuestion } from '@svc/gen-ai';
import { printer } from '../figures/figure.js';

const SECONDS = Number(process.argv[2] ?? 3);
const MODELS = 200;
const OVERRIDES = 1_000;
const BATCH = 10_000;
const USAGE = { input_text_uncached: 1_200, input_cache_read: 90_000, output_text: 400, output_reasoning: 90 };

const catalog = await listCatalog();
const step = Math.floor(catalog.length / MODELS);
const calls: readonly PriceQuestion[] = Array.from({ length: MODELS }, (_, nth) => ({
  provider: catalog[nth * step]?.provider ?? '',
  model: catalog[nth * step]?.model ?? '',
  serviceTier: '',
  instant: Date.UTC(2026, 10, 28),
  isPrivate: false,
}));
const overrides: readonly Override[] = Array.from({ length: OVERRIDES }, (_, nth) => ({
  provider: '',
  model: `acme/model-${nth}${nth % 2 === 0 ? '*' : ''}`,
  serviceTier: '',
  effectiveFrom: 0,
  effectiveUntil: undefined,
  price: { id: String(nth), source: 'override', serviceTier: undefined, rates: {} },
}));
const print = printer({ models: MODELS, seconds: SECONDS });
for (const [asked, set] of [
  ['no override', []],
  ['1,000 overrides', overrides],
] as const) {
  print({ figure: 'price_us', asked, cpu: measure((call) => findPrice(call, set)) });
  print({ figure: 'cost_us', asked, cpu: measure((call) => priceUsage(call, USAGE, set)) });
}

/** Microseconds of CPU time of one call, after a first pass. */
function measure(run: (call: PriceQuestion) => unknown): number {
  for (let nth = 0; nth < BATCH; nth += 1) repeat(run, nth);
  const [from, end] = [process.cpuUsage(), performance.now() + SECONDS * 1_000];
  let done = 0;
  while (performance.now() < end) {
    for (let nth = 0; nth < BATCH; nth += 1) repeat(run, nth);
    done += BATCH;
  }
  const { user, system } = process.cpuUsage(from);
  return Math.round(((user + system) / done) * 1_000) / 1_000;
}

function repeat(run: (call: PriceQuestion) => unknown, nth: number): void {
  const call = calls[nth % MODELS];
  if (call) run(call);
}
