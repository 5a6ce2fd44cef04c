import type { MessageInitShape } from '@bufbuild/protobuf';
import type { TraceStatsGroupSchema, TraceStatsSchema } from '@svc/contract';
import { toMilliseconds, toTimestamp } from '@svc/reading/time';
import type { CountedTrace } from '../traces.service.js';
import type { SpanGroup } from './trace-stats.js';

/** Names with IDs in them create as many operations as spans; a longer list is of no use. */
const MAX_OPERATIONS = 1_000;

export function toTraceStats({ id, extent, shape, stats }: CountedTrace): MessageInitShape<typeof TraceStatsSchema> {
  const toGroup = (group: SpanGroup): MessageInitShape<typeof TraceStatsGroupSchema> => ({
    serviceName: group.service,
    operation: group.operation,
    spanCount: BigInt(group.spans),
    errorCount: BigInt(group.errors),
    selfTimeNs: group.selfTime,
    selfTimeShare: stats.selfTime === 0n ? 0 : Number(group.selfTime) / Number(stats.selfTime),
    totalDurationMs: toMilliseconds(group.totalTime),
    maxDurationMs: toMilliseconds(group.longest),
  });
  return {
    traceId: id,
    startTime: toTimestamp(extent.from),
    endTime: toTimestamp(extent.to),
    durationMs: toMilliseconds(extent.to - extent.from),
    spanCount: BigInt(stats.spans),
    serviceCount: stats.services.length,
    errorCount: BigInt(stats.errors),
    complete: shape.roots > 0 && shape.missing === 0,
    missingParents: BigInt(shape.missing),
    selfTimeNs: stats.selfTime,
    services: stats.services.map(toGroup),
    operations: stats.operations.slice(0, MAX_OPERATIONS).map(toGroup),
    operationCount: stats.operations.length,
  };
}
