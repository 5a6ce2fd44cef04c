import type { Prisma, Transaction } from '@svc/relational';

/** The events that channels can subscribe to. */
export type ChannelEventType =
  | `issue.${'new' | 'regressed' | 'escalating' | 'resolved'}`
  | `alert.${'firing' | 'acknowledged' | 'resolved'}`
  | `incident.${'created' | 'acknowledged' | 'resolved' | 'reopened' | 'commented'}`
  | `anomaly.${'opened' | 'resolved'}`
  | 'release.deployed'
  | 'channel.unhealthy';

/**
 * Events of notifications are recorded by `../notifications`. Issues follow what happens to their tickets. An `issue-transition` becomes
 * the event of a channel once its figures were read. The audit log follows deleted recordings of which nothing is left.
 * Alerts and incidents follow investigations of them.
 */
export type DomainEventType =
  | ChannelEventType
  | `notification.${'requested' | 'withdrawn'}`
  | `ticket.${'linked' | 'closed'}`
  | 'investigation.completed'
  | 'issue-transition'
  | 'recording.verified';

export interface NewDomainEvent {
  readonly projectId: string;
  readonly type: DomainEventType;
  /** The thing that the event is about; events of a subject are acted on in order. */
  readonly subject: string;
  readonly occurredAt: Date;
  readonly data: Prisma.InputJsonObject;
}

/** Records an event in the transaction of the change, so that it exists exactly if the change is committed. */
export async function recordEvent(tx: Transaction, event: NewDomainEvent): Promise<void> {
  await recordEvents(tx, [event]);
}

/** Records several events, in their order. */
export async function recordEvents(tx: Transaction, events: readonly NewDomainEvent[]): Promise<void> {
  if (events.length > 0) await tx.domainEvent.createMany({ data: [...events] });
}
