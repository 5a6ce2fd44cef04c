import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { TicketSchema } from '@svc/contract';
import type { Ticket } from '@svc/relational';

export function toTicketMessage(ticket: Ticket): MessageInitShape<typeof TicketSchema> {
  const { lastSyncedAt, nextRetryAt, errorCode, isRetryable } = ticket;
  return {
    id: ticket.id,
    issueId: ticket.issueId,
    provider: ticket.provider,
    repo: ticket.repo,
    title: ticket.title,
    issueUrl: ticket.issueUrl,
    externalId: ticket.externalId,
    externalUrl: ticket.externalUrl,
    externalStatus: ticket.externalStatus,
    syncState: ticket.syncState,
    createdAt: timestampFromDate(ticket.createdAt),
    createdBy: ticket.createdBy,
    projectId: ticket.projectId,
    connectionId: ticket.connectionId ?? '',
    version: ticket.version,
    updatedAt: timestampFromDate(ticket.updatedAt),
    ...(lastSyncedAt && { lastSyncedAt: timestampFromDate(lastSyncedAt) }),
    ...(nextRetryAt && { nextRetryAt: timestampFromDate(nextRetryAt) }),
    ...(errorCode !== null && { error: { code: errorCode, retryable: isRetryable } }),
  };
}
