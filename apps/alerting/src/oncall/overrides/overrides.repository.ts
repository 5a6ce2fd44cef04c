import { Inject, Injectable } from '@nestjs/common';
import { insertWithin, isId, type OncallOverride, type Quota, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import type { Override } from '../resolver/index.js';

/** Overrides of one schedule that have not ended. */
const MAX_OVERRIDES = 500;

export type NewOverride = Pick<
  OncallOverride,
  'projectId' | 'scheduleId' | 'userId' | 'startsAt' | 'endsAt' | 'createdBy' | 'createdAt'
>;

export interface ScheduleOverride extends Override {
  readonly scheduleId: string;
}

@Injectable()
export class OverridesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  list(scheduleId: string, endingAfter: Date): Promise<OncallOverride[]> {
    return this.relational.client.oncallOverride.findMany({
      where: { scheduleId, endsAt: { gt: endingAfter } },
      orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
    });
  }

  /** Reads the overrides of several schedules, in the form that the resolver uses. */
  async endingAfter(scheduleIds: readonly string[], after: Date): Promise<ScheduleOverride[]> {
    const rows = await this.relational.client.oncallOverride.findMany({
      where: { scheduleId: { in: [...scheduleIds] }, endsAt: { gt: after } },
    });
    return rows.map(({ id, scheduleId, userId, startsAt, endsAt, createdAt }) => ({
      id,
      scheduleId,
      userId,
      start: startsAt.getTime(),
      end: endsAt.getTime(),
      createdMs: createdAt.getTime(),
    }));
  }

  /** @throws ServiceError quota_exceeded */
  insert(override: NewOverride): Promise<OncallOverride> {
    return insertWithin(this.relational, toQuota(override), (tx) => tx.oncallOverride.create({ data: override }));
  }

  async delete(projectId: string, id: string): Promise<boolean> {
    if (!isId(id)) return false;
    const { count } = await this.relational.client.oncallOverride.deleteMany({ where: { id, projectId } });
    return count > 0;
  }
}

const toQuota = ({ scheduleId, createdAt }: NewOverride): Quota => ({
  kind: 'overrides',
  ownerId: scheduleId,
  most: MAX_OVERRIDES,
  count: (tx) => tx.oncallOverride.count({ where: { scheduleId, endsAt: { gt: createdAt } } }),
  exceeded: () => new ServiceError('quota_exceeded', { message: `A schedule can have ${MAX_OVERRIDES} overrides.` }),
});
