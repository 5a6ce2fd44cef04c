import { Inject, Injectable } from '@nestjs/common';
import type { OverridesCreateRequest } from '@svc/contract';
import type { OncallOverride } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, notFound } from '@svc/service-error';
import { MembersRepository } from '../members.repository.js';
import { DAY_MS } from '../resolver/index.js';
import { SchedulesService } from '../schedules/schedules.service.js';
import { readTime } from '../times.js';
import { OverridesRepository } from './overrides.repository.js';

const MAX_LENGTH_MS = 366 * DAY_MS;
/** For which lists return what has ended. */
const HISTORY_MS = 90 * DAY_MS;

@Injectable()
export class OverridesService {
  constructor(
    private readonly overrides: OverridesRepository,
    private readonly schedules: SchedulesService,
    private readonly members: MembersRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(projectId: string, scheduleId: string): Promise<OncallOverride[]> {
    const schedule = await this.schedules.get(projectId, scheduleId);
    return this.overrides.list(schedule.id, new Date(this.clock() - HISTORY_MS));
  }

  async create({ context, project }: Call, request: OverridesCreateRequest): Promise<OncallOverride> {
    const schedule = await this.schedules.get(project.id, request.scheduleId);
    const now = this.clock();
    const start = readTime(request.start, 'start', now);
    const end = readTime(request.end, 'end', now);
    if (end <= start) throw invalidField('end', 'must be after the start');
    if (end - start > MAX_LENGTH_MS) throw invalidField('end', 'must be at most 366 days after the start');
    if (end <= now) throw invalidField('end', 'must be in the future');
    if (!(await this.members.find(context.organizationId, [request.userId])).has(request.userId))
      throw invalidField('user_id', 'must be the ID of a member');
    return this.overrides.insert({
      projectId: project.id,
      scheduleId: schedule.id,
      userId: request.userId,
      startsAt: new Date(start),
      endsAt: new Date(end),
      createdBy: context.principalId,
      createdAt: new Date(now),
    });
  }

  async delete(projectId: string, id: string): Promise<void> {
    if (!(await this.overrides.delete(projectId, id))) throw notFound();
  }
}
