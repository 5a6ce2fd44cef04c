import { Inject, Injectable } from '@nestjs/common';
import { isId, Prisma, type Delivery, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

export interface DeliveryFilters {
  readonly channelId?: string;
  readonly alertId?: string;
  readonly incidentId?: string;
  readonly statuses: readonly string[];
}

export interface RedriveFilters {
  readonly statuses: readonly string[];
  /** An ID, or '' for all channels. */
  readonly channelId: string;
  /** Bounds of the creation, the first inclusive. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
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
      where: { ...REDRIVABLE, id, projectId },
      data: pendingAgain(now),
    });
    return redriven;
  }

  /** Deliveries that can be redriven, the oldest first. */
  listRedrivable(
    projectId: string,
    { statuses, channelId, from, to }: RedriveFilters,
    after: bigint | undefined,
    take: number,
  ): Promise<Pick<Delivery, 'id' | 'position'>[]> {
    return this.relational.client.delivery.findMany({
      where: {
        ...REDRIVABLE,
        projectId,
        status: { in: [...statuses] },
        ...(channelId !== '' && { channelId }),
        createdAt: { ...(from && { gte: from }), ...(to && { lt: to }) },
        ...(after !== undefined && { position: { gt: after } }),
      },
      select: { id: true, position: true },
      orderBy: { position: 'asc' },
      take,
    });
  }

  /** Number of deliveries that are pending again: the others are not in one of these states any more. */
  async redriveAll(projectId: string, ids: readonly string[], now: Date): Promise<number> {
    const { count } = await this.relational.client.delivery.updateMany({
      where: { ...REDRIVABLE, projectId, id: { in: [...ids] } },
      data: { ...pendingAgain(now), admittedAt: null },
    });
    return count;
  }

  /** The deliveries of an event to a channel: one for each of its addresses, in their order. */
  ofEvent(channelId: string, eventId: string): Promise<Delivery[]> {
    return this.relational.client.delivery.findMany({
      where: { channelId, OR: [{ eventId }, { eventId: { startsWith: `${eventId}/` } }] },
      orderBy: { position: 'asc' },
    });
  }
}

/** Deliveries whose content is still kept. */
const REDRIVABLE = {
  status: { in: ['failed', 'dlq'] },
  NOT: { notification: { equals: Prisma.DbNull } },
} satisfies Prisma.DeliveryWhereInput;

const pendingAgain = (now: Date) =>
  ({
    status: 'pending',
    reason: '',
    attemptCount: 0,
    nextAttemptAt: now,
    startedAt: now,
    redriveCount: { increment: 1 },
  }) satisfies Prisma.DeliveryUpdateManyMutationInput;
