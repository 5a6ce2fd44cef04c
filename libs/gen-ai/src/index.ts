export { BILLED_KINDS, RUN_KINDS, STEP_KINDS, type AiSpan, type StepKind } from './spans/ai-span.js';
export type { ContentMessage, ContentPart, StepContent } from './content/content.js';
export { CONTENT_EVENTS, type ContentEvent } from './content/events.js';
export { previewOf, type ContentPreview } from './content/preview.js';
export { readContent, type ContentSources } from './content/read-content.js';
export { readAiSpan } from './spans/read-ai-span.js';
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
export { toDisjointUsage, type DisjointUsage } from './usage/disjoint-usage.js';
export { expectedInputMode, type InputMode } from './usage/input-mode.js';
export { readProviderUsage } from './usage/provider-usage.js';
export type { ReportedUsage } from './usage/reported-usage.js';
export { readReportedUsage } from './usage/span-usage.js';
export { ATTO_PER_COST, COST_DECIMALS, formatMoney, parseMoney, roundToCost } from './prices/money.js';
export {
  CATALOG_PREFIX,
  CATALOG_VERSION,
  findModel,
  listCatalog,
  type CatalogModel,
  type Period,
} from './prices/catalog.js';
export { findPrice, priceUsage, type FoundPrice, type PricedUsage, type PriceQuestion } from './prices/pricing.js';
export { RATE_KEYS, type Price, type Rate, type RateKey } from './prices/price.js';
export { costOf, costLines, type Cost, type CostLine } from './prices/cost.js';
export { catalogPrices, tierThresholds } from './prices/known-prices.js';
export { findOverride, type Override, type PricedCall } from './prices/overrides.js';
export { catalogProvider } from './prices/providers.js';
export { pricedTier } from './prices/service-tier.js';
export { assembleRuns } from './runs/assemble-runs.js';
export {
  RUN_FLAGS,
  RUN_STATUSES,
  STATUS_REASONS,
  stepKey,
  type Run,
  type RunContext,
  type RunFlag,
  type RunStatus,
  type StatusReason,
  type Step,
  type StepPrice,
  type StoredPrice,
  type TraceSpan,
} from './runs/run.js';
export { JUDGE_AGENT } from './runs/judge.js';
export { parseCost } from './runs/parse-cost.js';
export { errorOf } from './runs/run-status.js';
export { MAX_RUN_ID } from './runs/run-keys.js';
export type { Budgets, EvaluatedRun, EvaluatedStep, Finding } from './evaluations/evaluated-run.js';
export { CONTENT_METRICS, evaluateRun, EVALUATION_METRICS, type EvaluationMetric } from './evaluations/metrics.js';
export { isPrivateAddress } from './runs/private-address.js';
