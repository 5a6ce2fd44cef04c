import type { DomainEvent, Relational } from '@svc/relational';

export interface EventSelection {
  readonly projectId: string;
  readonly types: readonly string[];
  /** Exclusive. */
  readonly from: Date;
  /** Inclusive. */
  readonly to: Date;
  readonly limit: number;
}

/** Reads events that are still kept, the latest first, without moving the cursor of a reader. */
export function latestEvents(
  { client }: Relational,
  { projectId, types, from, to, limit }: EventSelection,
): Promise<DomainEvent[]> {
  return client.domainEvent.findMany({
    where: { projectId, type: { in: [...types] }, occurredAt: { gt: from, lte: to } },
    orderBy: { id: 'desc' },
    take: limit,
  });
}
