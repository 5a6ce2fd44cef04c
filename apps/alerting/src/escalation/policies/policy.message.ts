import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { EscalationPolicySchema } from '@svc/contract';
import type { EscalationPolicy } from '@svc/relational';
import { storedLevels } from './policies.service.js';

export function toPolicyMessage(row: EscalationPolicy): MessageInitShape<typeof EscalationPolicySchema> {
  const { id, projectId, name, maxEscalations, ackTimeout, version, createdBy, createdAt, updatedAt } = row;
  return {
    id,
    projectId,
    name,
    maxEscalations,
    version,
    createdBy,
    levels: storedLevels(row).map((level) => ({
      ...level,
      channels: [...level.channels],
      users: [...level.users],
      schedules: [...level.schedules],
    })),
    ...(ackTimeout !== null && { ackTimeout }),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  };
}
