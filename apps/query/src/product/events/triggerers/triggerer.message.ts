import type { MessageInitShape } from '@bufbuild/protobuf';
import type { EventTriggererSchema } from '@svc/contract';
import { personId } from '@svc/persons';
import type { Scope } from '@svc/reading/statement';
import { toTimestamp } from '@svc/reading/time';
import type { Triggerer } from './triggerers.service.js';

export function toTriggerer(row: Triggerer, { projectId }: Scope): MessageInitShape<typeof EventTriggererSchema> {
  return {
    personId: personId(projectId, row.canonical),
    distinctId: row.distinctId,
    count: BigInt(row.messages),
    firstSeen: toTimestamp(BigInt(row.first)),
    lastSeen: toTimestamp(BigInt(row.last)),
  };
}
