import { Injectable } from '@nestjs/common';
import type { OncallSchedule } from '@svc/relational';
import { OverridesRepository, type ScheduleOverride } from '../overrides/overrides.repository.js';
import { finishYielding, planSteps, type Interval, type Plan, type Shift } from '../resolver/index.js';
import { SchedulesService, storedLayers, toSchedule } from '../schedules/schedules.service.js';

/** Shifts of a schedule. */
export interface PlannedSchedule {
  readonly scheduleId: string;
  readonly scheduleName: string;
  readonly shifts: readonly Shift[];
}

/** Plans stored schedules. */
@Injectable()
export class PlansService {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly overrides: OverridesRepository,
  ) {}

  /** @throws ServiceError not_found. */
  async plan(projectId: string, scheduleId: string, span: Interval): Promise<{ row: OncallSchedule; plan: Plan }> {
    const row = await this.schedules.get(projectId, scheduleId);
    const overrides = await this.overrides.endingAfter([row.id], new Date(span.start));
    return { row, plan: await finishYielding(planSteps(toSchedule(row), overrides, span)) };
  }

  /** The shifts of some users in all schedules of the project but one. */
  async planOthers(
    projectId: string,
    exceptId: string | undefined,
    users: ReadonlySet<string>,
    span: Interval,
  ): Promise<PlannedSchedule[]> {
    const rows = (await this.schedules.list(projectId)).filter(({ id }) => id !== exceptId);
    const overrides = await this.overrides.endingAfter(
      rows.map(({ id }) => id),
      new Date(span.start),
    );
    const planned: PlannedSchedule[] = [];
    for (const row of rows) {
      const replaced = overrides.filter(({ scheduleId }) => scheduleId === row.id);
      if (!mentions(row, replaced, users)) continue;
      const { shifts } = await finishYielding(planSteps(toSchedule(row), replaced, span));
      const own = shifts.filter((shift) => shift.users.some((user) => users.has(user)));
      planned.push({ scheduleId: row.id, scheduleName: row.name, shifts: own });
    }
    return planned;
  }
}

/** Whether any of the users can be on duty in a schedule. */
function mentions(row: OncallSchedule, overrides: readonly ScheduleOverride[], users: ReadonlySet<string>): boolean {
  return (
    overrides.some(({ userId }) => users.has(userId)) ||
    storedLayers(row).some((layer) => [...layer.users, ...(layer.anchor?.held ?? [])].some((user) => users.has(user)))
  );
}
