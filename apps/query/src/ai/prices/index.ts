export { PRICE_BACKFILLS, type Backfill } from './backfill/backfill-queue.js';
export { findRepricedCalls } from './backfill/repriced-calls.js';
export { selectTracesOfCalls } from './backfill/repriced.query.js';
export { explainCost } from './explain-cost.js';
export { knownPrices } from './known-prices.js';
export { PriceOverrides } from './price-overrides.js';
export { PricesModule } from './prices.module.js';
