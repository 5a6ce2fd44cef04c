import { Inject, Injectable } from '@nestjs/common';
import { isId, Prisma, type Delivery, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

export interface DeliveryFilters {
  readonly channelId?: string;
  readonly alertId?: string;
  readonly incidentId?: string;
  readonly statuses: readonly string[];
}

@Injectable()
export class DeliveriesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(projectId: string, id: string): Promise<Delivery | null> {
    return isId(id) ? this.relational.client.delivery.findFirst({ where: { id, projectId } }) : Promise.resolve(null);
  }

  /** Newest first. */
  list(projectId: string, filters: DeliveryFilters, before: bigint | undefined, take: number): Promise<Delivery[]> {
    const { channelId, alertId, incidentId, statuses } = filters;
    const ids = [channelId, alertId, incidentId].filter((id) => id !== undefined);
    if (!ids.every(isId)) return Promise.resolve([]);
    return this.relational.client.delivery.findMany({
      where: {
        projectId,
        ...(channelId !== undefined && { channelId }),
        ...(alertId !== undefined && { alertId }),
        ...(incidentId !== undefined && { incidentId }),
        ...(statuses.length > 0 && { status: { in: [...statuses] } }),
        ...(before !== undefined && { position: { lt: before } }),
      },
      orderBy: { position: 'desc' },
      take,
    });
  }

  /** The delivery, pending again; undefined if it is in none of these states. */
  async redrive(projectId: string, id: string, now: Date): Promise<Delivery | undefined> {
    const [redriven] = await this.relational.client.delivery.updateManyAndReturn({
      where: { id, projectId, status: { in: ['failed', 'dlq'] }, NOT: { notification: { equals: Prisma.DbNull } } },
      data: {
        status: 'pending',
        reason: '',
        attemptCount: 0,
        nextAttemptAt: now,
        startedAt: now,
        redriveCount: { increment: 1 },
      },
    });
    return redriven;
  }

  /** The deliveries of an event to a channel: one for each of its addresses, in their order. */
  ofEvent(channelId: string, eventId: string): Promise<Delivery[]> {
    return this.relational.client.delivery.findMany({
      where: { channelId, OR: [{ eventId }, { eventId: { startsWith: `${eventId}/` } }] },
      orderBy: { position: 'asc' },
    });
  }
}
