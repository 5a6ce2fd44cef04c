import { Inject, Injectable } from '@nestjs/common';
import { isId, type OncallSchedule, type Prisma, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/service';

export type NewSchedule = Pick<OncallSchedule, 'projectId' | 'name' | 'timeZone' | 'createdBy' | 'createdAt'> & {
  readonly layers: Prisma.InputJsonValue;
};

export type ScheduleChanges = Pick<OncallSchedule, 'name' | 'timeZone' | 'updatedAt'> & {
  readonly layers: Prisma.InputJsonValue;
};

@Injectable()
export class SchedulesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  list(projectId: string): Promise<OncallSchedule[]> {
    return this.relational.client.oncallSchedule.findMany({
      where: { projectId },
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

  count(projectId: string): Promise<number> {
    return this.relational.client.oncallSchedule.count({ where: { projectId } });
  }

  insert(schedule: NewSchedule): Promise<OncallSchedule> {
    return this.relational.client.oncallSchedule.create({ data: { ...schedule, updatedAt: schedule.createdAt } });
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
