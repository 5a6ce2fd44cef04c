import type { MessageInitShape } from '@bufbuild/protobuf';
import type { JsonObject, ProductEventSchema } from '@svc/contract';
import { personId } from '@svc/persons';
import { emptyToUndefined, type Scope } from '@svc/reading/statement';
import { fromMilliseconds, toTimestamp } from '@svc/reading/time';
import { traceOf, type EventRow } from './list.query.js';

/** @param names the most recognizable distinct ID of each person, by canonical distinct ID. */
export function toProductEvent(
  row: EventRow,
  names: ReadonlyMap<string, string>,
  { projectId }: Scope,
): MessageInitShape<typeof ProductEventSchema> {
  return {
    messageId: row.message,
    event: row.name,
    timestamp: toTimestamp(BigInt(row.time)),
    receivedAt: toTimestamp(fromMilliseconds(Number(row.received))),
    distinctId: row.owner,
    personId: personId(projectId, row.canonical_id),
    personDistinctId: names.get(row.canonical_id) ?? row.canonical_id,
    sessionId: emptyToUndefined(row.session),
    traceId: traceOf(row),
    environment: row.environment_name,
    serviceName: row.service,
    release: row.release_name,
    groups: row.group_keys,
    properties: JSON.parse(row.payload) as JsonObject,
  };
}
