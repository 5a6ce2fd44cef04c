import { Inject, Injectable } from '@nestjs/common';
import { beforeKey, type Prisma, type Relational, type TimeKey } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { LinkedIncident } from '../incidents.repository.js';

/** Filters of a list; an incident has to match each one that is present. */
export interface IncidentFilters {
  readonly projectId: string;
  /** All if empty. */
  readonly states: readonly string[];
  /** All if empty. */
  readonly severities: readonly number[];
  readonly createdFrom: Date | undefined;
  /** Exclusive. */
  readonly createdTo: Date | undefined;
}

export interface Figures {
  readonly byState: ReadonlyMap<string, number>;
  /** Undefined if nothing was acknowledged. */
  readonly meanTimeToAcknowledgeMs: number | undefined;
  /** Undefined if nothing is resolved. */
  readonly meanTimeToResolveMs: number | undefined;
}

@Injectable()
export class IncidentsListRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The latest first. */
  list(filters: IncidentFilters, after: TimeKey<'createdAt'> | undefined, take: number): Promise<LinkedIncident[]> {
    return this.relational.client.incident.findMany({
      where: { AND: [condition(filters), beforeKey('createdAt', after)] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      include: { links: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
      take,
    });
  }

  async figures(filters: IncidentFilters): Promise<Figures> {
    const where = condition(filters);
    const { incident } = this.relational.client;
    const [states, means] = await Promise.all([
      incident.groupBy({ by: ['state'], where, _count: true }),
      incident.aggregate({ where, _avg: { timeToAcknowledgeMs: true, timeToResolveMs: true } }),
    ]);
    return {
      byState: new Map(states.map(({ state, _count }) => [state, _count])),
      meanTimeToAcknowledgeMs: means._avg.timeToAcknowledgeMs ?? undefined,
      meanTimeToResolveMs: means._avg.timeToResolveMs ?? undefined,
    };
  }
}

function condition({
  projectId,
  states,
  severities,
  createdFrom,
  createdTo,
}: IncidentFilters): Prisma.IncidentWhereInput {
  return {
    projectId,
    deletedAt: null,
    ...(states.length > 0 && { state: { in: [...states] } }),
    ...(severities.length > 0 && { severity: { in: [...severities] } }),
    createdAt: { ...(createdFrom && { gte: createdFrom }), ...(createdTo && { lt: createdTo }) },
  };
}
