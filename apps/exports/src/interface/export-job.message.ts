import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ExportJobSchema, type ExportJob as ExportJobMessage } from '@svc/contract';
import type { ExportJob } from '@svc/relational';
import { hasExpired, type StoredResult } from '../jobs/job-state.js';

export function toMessage(job: ExportJob, nowMs: number): ExportJobMessage {
  const { id, projectId, status, signal, attemptCount, createdBy, errorCode, errorMessage } = job;
  const result = job.result as StoredResult | null;
  return create(ExportJobSchema, {
    id,
    projectId,
    status,
    signal,
    attemptCount,
    createdBy,
    type: `EXPORT_TYPE_${job.type.toUpperCase()}`,
    format: job.type,
    // The column only holds values that came from a Struct.
    query: job.query as MessageInitShape<typeof ExportJobSchema>['query'],
    progress: {
      percent: job.progressPercent,
      rowsWritten: job.rowsWritten,
      bytesWritten: job.bytesWritten,
      rowsEstimated: job.rowsEstimated ?? undefined,
    },
    createdAt: timestampFromDate(job.createdAt),
    startedAt: toTimestamp(job.startedAt),
    completedAt: toTimestamp(job.completedAt),
    resultExpiresAt: toTimestamp(job.resultExpiresAt),
    resultExpired: hasExpired(job, nowMs),
    result: result ? { rows: BigInt(result.rows), bytes: BigInt(result.bytes), sha256: result.sha256 } : undefined,
    error: errorCode === null ? undefined : { code: errorCode, message: errorMessage ?? '' },
    idempotencyKey: job.idempotencyKey ?? '',
  });
}

function toTimestamp(date: Date | null) {
  return date === null ? undefined : timestampFromDate(date);
}
