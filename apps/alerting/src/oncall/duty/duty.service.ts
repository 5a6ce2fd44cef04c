import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { ScheduleDutySchema, SchedulesNowRequest, SchedulesNowResponseSchema } from '@svc/contract';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/service';
import { MembersRepository, type Members } from '../members.repository.js';
import { OverridesRepository } from '../overrides/overrides.repository.js';
import { finishYielding, onDutySteps, type Duty } from '../resolver/index.js';
import { SchedulesService, toSchedule } from '../schedules/schedules.service.js';
import { finiteTimestamp, readTime } from '../times.js';
import { departures } from './departures.js';

@Injectable()
export class DutyService {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly overrides: OverridesRepository,
    private readonly members: MembersRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async now(
    { context, project }: Call,
    { scheduleId, at }: SchedulesNowRequest,
  ): Promise<MessageInitShape<typeof SchedulesNowResponseSchema>> {
    const row = await this.schedules.get(project.id, scheduleId);
    const atMs = readTime(at, 'at', this.clock());
    const overrides = await this.overrides.endingAfter([row.id], new Date(atMs));
    const { users, next } = await finishYielding(onDutySteps(toSchedule(row), overrides, atMs));
    const members = await this.members.find(
      context.organizationId,
      [...users, ...next].map(({ userId }) => userId),
    );
    const present = users.filter(({ userId }) => members.has(userId));
    return {
      at: timestampFromMs(atMs),
      scheduleId: row.id,
      users: present.map((duty) => toDuty(duty, members)),
      next: next.filter(({ userId }) => members.has(userId)).map((duty) => toDuty(duty, members)),
      gap: present.length === 0,
      warnings: departures([...users, ...next], members),
    };
  }
}

function toDuty(
  { userId, layer, source, start, end }: Duty,
  members: Members,
): MessageInitShape<typeof ScheduleDutySchema> {
  const until = finiteTimestamp(end);
  return {
    ...{ userId, layer, source },
    name: members.get(userId) ?? '',
    start: timestampFromMs(start),
    ...(until && { until }),
  };
}
