// Writes src/prices/testing/prices.golden.json: 1,000 random calls and calls around the borders of tiers, with their costs by the Python
// package genai-prices over the rates of the installed catalog. Usage, with genai-prices 0.2.3 installed for that Python:
//
//     node libs/gen-ai/scripts/write-price-golden.mjs <path of python>
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitForUpdate } from '@pydantic/genai-prices';
import { CATALOG_VERSION, findModel } from '../dist/index.js';

const CALLS = 1_000;
const BORDERS = 20;
/** Of the random calls; any number gives other ones. */
const SEED = 20_261_128;
const [FIRST_DAY, LAST_DAY] = [Date.UTC(2024, 0, 1), Date.UTC(2026, 11, 31)];
const KEYS = new Set(
  'input_mtok cache_read_mtok cache_write_mtok cache_write_1h_mtok output_mtok output_reasoning_mtok input_audio_mtok output_audio_mtok cache_audio_read_mtok'.split(
    ' ',
  ),
);

let state = SEED;
/** A whole number below `end`, by a linear congruential generator. */
const random = (end) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * end);
};

const providers = await waitForUpdate();
const candidates = providers
  .flatMap((provider) => provider.models.map((model) => ({ provider, model })))
  .filter(({ provider, model }) => isTokenPriced(model) && findModel(provider.id, model.id)?.model === model.id);

const calls = Array.from({ length: CALLS }, () => {
  const { provider, model } = candidates[random(candidates.length)];
  return [
    provider.id,
    model.id,
    FIRST_DAY + random((LAST_DAY - FIRST_DAY) / 1_000) * 1_000,
    randomUsage(periodsOf(model)),
  ];
});
const tiered = candidates.filter(({ model }) => thresholds(model).length > 0);
for (let nth = 0; nth < BORDERS; nth += 1) {
  const { provider, model } = tiered[random(tiered.length)];
  const [above] = thresholds(model);
  for (const input_tokens of [above - 1, above, above + 1]) {
    calls.push([provider.id, model.id, LAST_DAY, { input_tokens, output_tokens: random(10_000) }]);
  }
}

const used = new Set(calls.map(([provider]) => provider));
const input = { providers: providers.filter(({ id, fallback_model_providers: f }) => used.has(id) || f), calls };
const oracle = path.join(import.meta.dirname, 'price_oracle.py');
const costs = JSON.parse(
  execFileSync(process.argv[2] ?? 'python3', [oracle], { input: JSON.stringify(input), maxBuffer: 1e8 }),
);
const rows = calls.map((call, nth) => JSON.stringify([...call, costs[nth]]));
writeFileSync(
  path.join(import.meta.dirname, '../src/prices/testing/prices.golden.json'),
  `{\n"catalog": "${CATALOG_VERSION}",\n"oracle": "genai-prices 0.2.3",\n"calls": [\n${rows.join(',\n')}\n]\n}\n`,
);

function periodsOf({ prices }) {
  return Array.isArray(prices) ? prices.map((period) => period.prices) : [prices];
}

/** Models with other units, or with prices that end in the noise of a double, are left out. */
function isTokenPriced(model) {
  return periodsOf(model).every(
    (prices) =>
      Object.entries(prices).every(([, value]) =>
        (typeof value === 'number' ? [value] : [value.base, ...value.tiers.map(({ price }) => price)]).every(
          (price) => Number(price.toFixed(12)) === price,
        ),
      ) &&
      prices.input_mtok !== undefined &&
      prices.output_mtok !== undefined &&
      Object.keys(prices).every((key) => KEYS.has(key) || !key.endsWith('_mtok')),
  );
}

function thresholds(model) {
  return periodsOf(model).flatMap((prices) => (prices.input_mtok?.tiers ?? []).map(({ start }) => start));
}

/** Numbers of which the parts are contained in the whole, as the conventions of gen_ai have them. */
function randomUsage(periods) {
  const has = (key) => periods.every((prices) => prices[key] !== undefined);
  const size = [50, 5_000, 400_000][random(3)];
  const cache_read_tokens = random(size);
  const cache_write_tokens = random(size);
  const usage = { cache_read_tokens, cache_write_tokens };
  if (has('cache_write_1h_mtok')) usage.cache_write_1h_tokens = random(cache_write_tokens + 1);
  let input_tokens = cache_read_tokens + cache_write_tokens + random(size);
  if (has('input_audio_mtok') && !has('cache_audio_read_mtok') && !has('cache_read_mtok')) {
    usage.input_audio_tokens = random(size);
    input_tokens += usage.input_audio_tokens;
  }
  const output_tokens = random(size);
  if (has('output_reasoning_mtok')) usage.output_reasoning_tokens = random(output_tokens + 1);
  return { input_tokens, output_tokens, ...usage };
}
