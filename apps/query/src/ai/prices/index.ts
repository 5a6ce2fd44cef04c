export { knownPrices } from './known-prices.js';
export { PriceOverrides } from './price-overrides.js';
export { PricesModule } from './prices.module.js';
