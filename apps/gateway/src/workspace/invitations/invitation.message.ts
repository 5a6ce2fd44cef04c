import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { InvitationSchema } from '@svc/contract';
import type { Invitation } from '@svc/relational';
import { toInvitationState } from './state.js';

export function toInvitation(row: Invitation, nowMs: number): MessageInitShape<typeof InvitationSchema> {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    status: toInvitationState(row, nowMs),
    invitedBy: row.inviterUserId ?? row.inviterKeyId ?? '',
    inviterName: row.invitedBy,
    createdAt: timestampFromDate(row.createdAt),
    expiresAt: timestampFromDate(row.expiresAt),
    ...(row.acceptedAt && { acceptedAt: timestampFromDate(row.acceptedAt) }),
    ...(row.revokedAt && { revokedAt: timestampFromDate(row.revokedAt) }),
  };
}
