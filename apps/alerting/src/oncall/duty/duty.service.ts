import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { ScheduleDutySchema, SchedulesNowRequest, SchedulesNowResponseSchema } from '@svc/contract';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { requireFound } from '@svc/service-error';
import { MembersRepository, type Members } from '../members.repository.js';
import { finishYielding, onDutySteps, type Duty } from '../resolver/index.js';
import { finiteTimestamp, readTime } from '../times.js';
import { departures } from './departures.js';
import { DutyRepository } from './duty.repository.js';
import { UnreachableService } from './unreachable.service.js';

@Injectable()
export class DutyService {
  constructor(
    private readonly duty: DutyRepository,
    private readonly members: MembersRepository,
    private readonly unreachable: UnreachableService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async now(
    { context, project }: Call,
    { scheduleId, at }: SchedulesNowRequest,
  ): Promise<MessageInitShape<typeof SchedulesNowResponseSchema>> {
    const atMs = readTime(at, 'at', this.clock());
    const { organizationId } = context;
    const owner = { projectId: project.id, organizationId };
    const facts = requireFound(await this.duty.find(owner, scheduleId, new Date(atMs)));
    const { users, next } = await finishYielding(onDutySteps(facts.schedule, facts.overrides, atMs));
    const duties = [...users, ...next];
    const found = duties.map(({ userId }) => userId);
    const isAnswered = found.every((userId) => facts.asked.has(userId));
    const members = isAnswered ? facts.members : await this.members.find(organizationId, found);
    const present = users.filter(({ userId }) => members.has(userId));
    return {
      at: timestampFromMs(atMs),
      scheduleId,
      users: present.map((duty) => toDuty(duty, members)),
      next: next.filter(({ userId }) => members.has(userId)).map((duty) => toDuty(duty, members)),
      gap: present.length === 0,
      warnings: [...departures(duties, members), ...(await this.unreachable.find(owner, duties, members))],
    };
  }
}

function toDuty(
  { userId, layer, source, start, end }: Duty,
  members: Members,
): MessageInitShape<typeof ScheduleDutySchema> {
  const until = finiteTimestamp(end);
  return {
    userId,
    layer,
    source,
    name: members.get(userId) ?? '',
    start: timestampFromMs(start),
    ...(until && { until }),
  };
}
