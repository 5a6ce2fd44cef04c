import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LlmCallFiguresSchema, LlmModelFiguresSchema, LlmSummarySchema } from '@svc/contract';
import type { Price } from '@svc/gen-ai';
import { toTimestamp, type TimeRange } from '@svc/reading/time';
import { explainCost } from '../../prices/index.js';
import { mergeHistograms, quantilesOf, type Histogram } from '../counting/duration-histogram.js';
import type { DurationsRow, SummaryRow } from './summary.query.js';
import { Sums, toTokens, toUsage } from './sums.js';

const MAX_MODELS = 500;

export interface FoundSummary {
  readonly window: TimeRange;
  readonly rows: readonly SummaryRow[];
  readonly durations: readonly DurationsRow[];
  readonly findPrice: (id: string) => Price | undefined;
}

export function toSummary({
  window,
  rows,
  durations,
  findPrice,
}: FoundSummary): MessageInitShape<typeof LlmSummarySchema> {
  const own = rows.filter(({ is_judge }) => is_judge === 0);
  const ownDurations = durations.filter(({ is_judge }) => is_judge === 0);
  const durationsOf = Map.groupBy(ownDurations, modelKey);
  const models = [...Map.groupBy(own, modelKey)]
    .map(([key, group]) => ({ group, sums: sumOf(group), durations: durationsOf.get(key) ?? [] }))
    .sort((one, other) => compare(other.sums.cost, one.sums.cost) || compare(other.sums.calls, one.sums.calls));
  return {
    startTime: toTimestamp(window.from),
    endTime: toTimestamp(window.to),
    total: toFigures(sumOf(own), ownDurations),
    models: models.slice(0, MAX_MODELS).map((model) => toModel(model.group, model.sums, model.durations, findPrice)),
    truncated: models.length > MAX_MODELS,
    unpriced: toUnpriced(own),
    judge: toFigures(
      sumOf(rows.filter(({ is_judge }) => is_judge === 1)),
      durations.filter(({ is_judge }) => is_judge === 1),
    ),
  };
}

const modelKey = ({ provider, model }: { readonly provider: string; readonly model: string }): string =>
  JSON.stringify([provider, model]);
const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

const sumOf = (rows: readonly SummaryRow[]): Sums => rows.reduce((sums, row) => sums.add(row), new Sums());

function toFigures(sums: Sums, durations: readonly DurationsRow[]): MessageInitShape<typeof LlmCallFiguresSchema> {
  const quantiles = (isFirstToken: number) =>
    quantilesOf(
      mergeHistograms(durations.filter(({ is_first_token }) => is_first_token === isFirstToken).map(toHistogram)),
    );
  const [latency, firstToken] = [quantiles(0), quantiles(1)];
  return {
    ...sums.toMessage(),
    ...(latency && { latencyMs: latency }),
    ...(firstToken && { timeToFirstTokenMs: firstToken }),
  };
}

const toHistogram = ({ buckets, numbers }: DurationsRow): Histogram =>
  new Map(buckets.map((bucket, nth) => [bucket, BigInt(numbers[nth] ?? 0)]));

function toModel(
  group: readonly SummaryRow[],
  sums: Sums,
  durations: readonly DurationsRow[],
  findPrice: (id: string) => Price | undefined,
): MessageInitShape<typeof LlmModelFiguresSchema> {
  const parts = group
    .filter(({ price_id }) => price_id !== '')
    .map((row) => ({
      priceId: row.price_id,
      input: Number(row.tier_above) + 1,
      usage: toUsage(toCounts(row)),
      cost: BigInt(row.total_cost),
    }));
  const { provider = '', model = '' } = group[0] ?? {};
  return { provider, model, figures: toFigures(sums, durations), ...explainCost(parts, findPrice) };
}

const toCounts = ({ total_used }: SummaryRow): Record<string, bigint> =>
  Object.fromEntries(Object.entries(total_used).map(([bucket, count]) => [bucket, BigInt(count)]));

function toUnpriced(rows: readonly SummaryRow[]) {
  const unpriced = Map.groupBy(
    rows.filter(({ is_unpriced }) => is_unpriced === 1),
    modelKey,
  );
  return [...unpriced.values()]
    .map((group) => {
      const { unpriced: calls, usage } = sumOf(group);
      const { provider = '', model = '' } = group[0] ?? {};
      return { provider, model, calls, ...toTokens(usage), usage };
    })
    .sort((one, other) => compare(other.calls, one.calls))
    .slice(0, MAX_MODELS);
}
