export { BILLED_KINDS, RUN_KINDS, STEP_KINDS, type AiSpan, type StepKind } from './spans/ai-span.js';
export type { StoredSpan, StoredSpanEvent } from './spans/stored-span.js';
export {
  BUCKETS,
  COUNT_BUCKETS,
  inputTokens,
  outputTokens,
  TOKEN_BUCKETS,
  type Bucket,
  type TokenBucket,
  type Usage,
} from './usage/buckets.js';
export { toDisjointUsage, type DisjointUsage, type InputMode } from './usage/disjoint-usage.js';
export { readReportedUsage, type ReportedUsage } from './usage/reported-usage.js';
export { COST_DECIMALS, formatMoney, parseMoney } from './prices/money.js';
export { findPrice, priceUsage, type FoundPrice, type PricedUsage, type PriceQuestion } from './prices/pricing.js';
export { RATE_KEYS, type Price, type Rate, type RateKey } from './prices/price.js';
export type { Cost, CostLine } from './prices/cost.js';
export type { Override } from './prices/overrides.js';
