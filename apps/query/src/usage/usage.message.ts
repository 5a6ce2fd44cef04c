import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ModelUsageSchema, SignalUsageSchema, UsageReportSchema } from '@svc/contract';
import { toTimestamp } from '@svc/reading/time';
import type { UsageRow } from './usage.query.js';
import type { MonthlyUsage } from './usage.service.js';

/** The outcome of items that have rows; every other outcome is the reason of a rejection. */
export const STORED = 'stored';

export function toUsageReport({
  period,
  rows,
  metricSeries,
  models,
  replaySessions,
}: MonthlyUsage): MessageInitShape<typeof UsageReportSchema> {
  const signals = [...Map.groupBy(rows, ({ signal }) => signal)].map(([signal, own]) => toSignalUsage(signal, own));
  return {
    period: period.name,
    startTime: toTimestamp(period.range.from),
    endTime: toTimestamp(period.range.to),
    events: signals.find(({ signal }) => signal === 'events')?.items ?? 0n,
    metricSeries,
    signals,
    models: toModelUsage(models),
    replaySessions: BigInt(replaySessions),
  };
}

function toModelUsage(models: MonthlyUsage['models']): MessageInitShape<typeof ModelUsageSchema> {
  const { calls, inputTokens, outputTokens, cost, unpricedCalls } = models.toMessage();
  return { calls, inputTokens, outputTokens, cost, unpricedCalls };
}

function toSignalUsage(signal: string, rows: readonly UsageRow[]): MessageInitShape<typeof SignalUsageSchema> {
  const stored = rows.find(({ outcome }) => outcome === STORED);
  return {
    signal,
    items: BigInt(stored?.items ?? 0),
    requests: BigInt(stored?.requests ?? 0),
    bytes: BigInt(stored?.bytes ?? 0),
    rejected: rows
      .filter(({ outcome }) => outcome !== STORED)
      .map(({ outcome, items }) => ({ reason: outcome, items: BigInt(items) })),
  };
}
