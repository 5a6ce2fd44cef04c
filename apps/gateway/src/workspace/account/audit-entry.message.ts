import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { AuditEntrySchema } from '@svc/contract';
import type { AuditRow } from './audit-log.repository.js';

export function toAuditEntry(row: AuditRow): MessageInitShape<typeof AuditEntrySchema> {
  const { outcome } = row;
  return {
    id: row.id,
    timestamp: timestampFromDate(row.at),
    principal: { type: row.principalType, id: row.principalId, name: row.principalName },
    operation: row.operation,
    target: row.target as Record<string, string>,
    outcome: toOutcomeName(outcome),
    requestId: row.requestId,
    sourceAddress: row.sourceAddress,
    details: row.details as Record<string, string>,
    count: row.count,
    sequence: row.sequence,
    hash: Buffer.from(row.hash).toString('hex'),
    ...(row.projectId !== null && { projectId: row.projectId }),
    ...(outcome && { status: outcome.status }),
    ...(outcome?.error && { error: outcome.error }),
    ...(outcome?.madeId && { madeId: outcome.madeId }),
  };
}

/** A redirect can carry an error: the browser of a denied authorization is sent back like any other. */
function toOutcomeName(outcome: AuditRow['outcome']): string {
  if (!outcome) return 'unknown';
  if (outcome.status >= 500) return 'failed';
  return outcome.status >= 400 || outcome.error ? 'refused' : 'succeeded';
}
