import { Inject, Injectable } from '@nestjs/common';
import { isId, type OncallOverride, type Prisma, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/service';
import type { Override } from '../resolver/index.js';

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

  /** What the resolver reads of the overrides of some schedules. */
  async endingAfter(scheduleIds: readonly string[], after: Date): Promise<ScheduleOverride[]> {
    const rows = await this.relational.client.oncallOverride.findMany({
      where: { scheduleId: { in: [...scheduleIds] }, endsAt: { gt: after } },
    });
    return rows.map(({ id, scheduleId, userId, startsAt, endsAt, createdAt }) => ({
      ...{ id, scheduleId, userId },
      ...{ start: startsAt.getTime(), end: endsAt.getTime(), createdMs: createdAt.getTime() },
    }));
  }

  count(scheduleId: string, endingAfter: Date): Promise<number> {
    return this.relational.client.oncallOverride.count({ where: { scheduleId, endsAt: { gt: endingAfter } } });
  }

  insert(override: Prisma.OncallOverrideUncheckedCreateInput): Promise<OncallOverride> {
    return this.relational.client.oncallOverride.create({ data: override });
  }

  async delete(projectId: string, id: string): Promise<boolean> {
    if (!isId(id)) return false;
    const { count } = await this.relational.client.oncallOverride.deleteMany({ where: { id, projectId } });
    return count > 0;
  }
}
