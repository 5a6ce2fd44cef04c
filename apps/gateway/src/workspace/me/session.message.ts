import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { SessionSchema } from '@svc/contract';
import type { Session } from '@svc/relational';

export function toSession(session: Session, currentId: string): MessageInitShape<typeof SessionSchema> {
  return {
    id: session.id,
    type: session.kind,
    isCurrent: session.id === currentId,
    client: session.client,
    sourceAddress: session.sourceAddress,
    hasSecondFactor: session.hasSecondFactor,
    ...(session.roleLimit !== null && { roleLimit: session.roleLimit }),
    createdAt: timestampFromDate(session.createdAt),
    lastUsedAt: timestampFromDate(session.lastUsedAt),
    expiresAt: timestampFromDate(session.expiresAt),
  };
}
