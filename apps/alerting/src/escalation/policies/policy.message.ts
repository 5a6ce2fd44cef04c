import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { EscalationPolicySchema } from '@svc/contract';
import type { EscalationPolicy } from '@svc/relational';
import { storedLevels } from './policies.service.js';

/** @param warnings sentences about targets that cannot be paged now. */
export function toPolicyMessage(
  row: EscalationPolicy,
  warnings: readonly string[],
): MessageInitShape<typeof EscalationPolicySchema> {
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
    warnings: [...warnings],
  };
}
