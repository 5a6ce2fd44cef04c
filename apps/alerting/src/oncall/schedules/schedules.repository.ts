import { Inject, Injectable } from '@nestjs/common';
import {
  insertWithin,
  isId,
  nameContains,
  type OncallSchedule,
  type Prisma,
  projectQuota,
  type Relational,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Schedules of one project. */
const MAX_SCHEDULES = 100;

export type NewSchedule = Pick<OncallSchedule, 'projectId' | 'name' | 'timeZone' | 'createdBy' | 'createdAt'> & {
  readonly layers: Prisma.InputJsonValue;
};

export type ScheduleChanges = Pick<OncallSchedule, 'name' | 'timeZone' | 'updatedAt'> & {
  readonly layers: Prisma.InputJsonValue;
};

@Injectable()
export class SchedulesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Ordered by name. @param name text that names have to contain; all if it is empty. */
  list(projectId: string, name = ''): Promise<OncallSchedule[]> {
    return this.relational.client.oncallSchedule.findMany({
      where: { projectId, ...nameContains(name) },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    });
  }

  find(projectId: string, id: string): Promise<OncallSchedule | null> {
    return isId(id)
      ? this.relational.client.oncallSchedule.findFirst({ where: { id, projectId } })
      : Promise.resolve(null);
  }

  findAll(projectId: string, ids: Iterable<string>): Promise<OncallSchedule[]> {
    const known = [...new Set(ids)].filter(isId);
    return this.relational.client.oncallSchedule.findMany({ where: { projectId, id: { in: known } } });
  }

  /** @throws ServiceError quota_exceeded */
  insert(schedule: NewSchedule): Promise<OncallSchedule> {
    const data = { ...schedule, updatedAt: schedule.createdAt };
    return insertWithin(this.relational, schedulesQuota(schedule.projectId), (tx) =>
      tx.oncallSchedule.create({ data }),
    );
  }

  /** Undefined if the schedule has another version by now. */
  async update(
    { id, version }: Pick<OncallSchedule, 'id' | 'version'>,
    changes: ScheduleChanges,
  ): Promise<OncallSchedule | undefined> {
    const [changed] = await this.relational.client.oncallSchedule.updateManyAndReturn({
      where: { id, version },
      data: { ...changes, version: { increment: 1 } },
    });
    return changed;
  }

  /** IDs of the policies that refer to a schedule. */
  async referringPolicies(scheduleId: string): Promise<string[]> {
    const rows = await this.relational.client.escalationPolicySchedule.findMany({
      where: { scheduleId },
      orderBy: { policyId: 'asc' },
    });
    return rows.map(({ policyId }) => policyId);
  }

  /** False if the schedule has another version by now. @throws Prisma's error of a foreign key while a policy refers to it. */
  async delete({ id, version }: Pick<OncallSchedule, 'id' | 'version'>): Promise<boolean> {
    const { count } = await this.relational.client.oncallSchedule.deleteMany({ where: { id, version } });
    return count > 0;
  }
}

export const schedulesQuota = projectQuota('schedules', MAX_SCHEDULES, (tx) => tx.oncallSchedule);
