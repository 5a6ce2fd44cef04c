import { Inject, Injectable } from '@nestjs/common';
import { beforeKey, type AnomalyFinding, type Prisma, type Relational, type TimeKey } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Filters of a list; a finding has to match each one that is present. */
export interface FindingFilters {
  readonly projectId: string;
  /** All if empty, as the next two. */
  readonly states: readonly string[];
  readonly severities: readonly string[];
  readonly signals: readonly string[];
  /** Not resolved before; a finding that is not resolved lasts until now. */
  readonly from: Date | undefined;
  /** Began before. */
  readonly to: Date | undefined;
}

@Injectable()
export class FindingsListRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The latest first. */
  list(
    { projectId, states, severities, signals, from, to }: FindingFilters,
    after: TimeKey<'openedAt'> | undefined,
    take: number,
    now: Date,
  ): Promise<AnomalyFinding[]> {
    return this.relational.client.anomalyFinding.findMany({
      where: {
        projectId,
        ...(states.length > 0 && { state: { in: [...states] } }),
        ...(severities.length > 0 && { severity: { in: [...severities] } }),
        ...(signals.length > 0 && { signal: { in: [...signals] } }),
        ...(to && { startedAt: { lt: to } }),
        AND: [from ? { OR: lastsUntil(from, now) } : {}, beforeKey('openedAt', after)],
      },
      orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
      take,
    });
  }
}

function lastsUntil(from: Date, now: Date): Prisma.AnomalyFindingWhereInput[] {
  return [{ resolvedAt: { gte: from } }, ...(from <= now ? [{ resolvedAt: null }] : [])];
}
