import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogsContextResponseSchema } from '@svc/contract';
import { toLogRecord } from '../log-record.message.js';
import type { LogContext } from './context.service.js';

/** Both sides ordered by time. */
export function toLogContext({
  log,
  before,
  after,
  resources,
}: LogContext): MessageInitShape<typeof LogsContextResponseSchema> {
  return {
    log: toLogRecord(log, resources.get(log.resource_hash)),
    before: before.rows.toReversed().map((row) => toLogRecord(row, resources.get(row.resource_hash))),
    after: after.rows.map((row) => toLogRecord(row, resources.get(row.resource_hash))),
    hasMoreBefore: before.hasMore,
    hasMoreAfter: after.hasMore,
  };
}
