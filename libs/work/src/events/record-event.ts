import type { Prisma } from '@svc/relational';

/** What channels can subscribe to. */
export type ChannelEventType =
  | `issue.${'new' | 'regressed' | 'escalating' | 'resolved'}`
  | `alert.${'firing' | 'acknowledged' | 'resolved'}`
  | `incident.${'created' | 'acknowledged' | 'resolved' | 'reopened' | 'commented'}`
  | `anomaly.${'opened' | 'resolved'}`
  | 'release.deployed'
  | 'channel.unhealthy';

/**
 * Those of notifications are recorded by `notifications`. Issues follow what happens to their tickets. An `issue-transition` becomes
 * the event of a channel once its figures were read.
 */
export type DomainEventType =
  ChannelEventType | `notification.${'requested' | 'withdrawn'}` | `ticket.${'linked' | 'closed'}` | 'issue-transition';

export interface NewDomainEvent {
  readonly projectId: string;
  readonly type: DomainEventType;
  /** What the event is about; events of a subject are acted on in order. */
  readonly subject: string;
  readonly occurredAt: Date;
  readonly data: Prisma.InputJsonObject;
}

/** Records what happened, in the transaction of the change: the event exists exactly if the change does. */
export async function recordEvent(tx: Prisma.TransactionClient, event: NewDomainEvent): Promise<void> {
  await recordEvents(tx, [event]);
}

/** The same for several events, in their order. */
export async function recordEvents(tx: Prisma.TransactionClient, events: readonly NewDomainEvent[]): Promise<void> {
  if (events.length > 0) await tx.domainEvent.createMany({ data: [...events] });
}
