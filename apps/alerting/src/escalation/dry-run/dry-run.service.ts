import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { EscalationDryRunRequest, EscalationDryRunResponseSchema } from '@svc/contract';
import { invalidField } from '@svc/errors';
import type { EscalationPolicy } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/service';
import {
  finishYielding,
  MembersRepository,
  OverridesRepository,
  readTime,
  SchedulesRepository,
  toSchedule,
} from '../../oncall/index.js';
import { escalationSteps, type IncidentEvent, type PlannedPolicy } from '../plan/escalation-plan.js';
import { ChannelsRepository } from '../policies/channels.repository.js';
import { parseDelay } from '../policies/delay.js';
import { PoliciesService, storedLevels } from '../policies/policies.service.js';
import { reachLevel, type Targets } from './reach.js';

/** Plans an escalation without sending anything. */
@Injectable()
export class DryRunService {
  constructor(
    private readonly policies: PoliciesService,
    private readonly schedules: SchedulesRepository,
    private readonly overrides: OverridesRepository,
    private readonly channels: ChannelsRepository,
    private readonly members: MembersRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async dryRun(
    { context, project }: Call,
    request: EscalationDryRunRequest,
  ): Promise<MessageInitShape<typeof EscalationDryRunResponseSchema>> {
    const policy = await this.policies.get(project.id, request.policyId);
    const at = readTime(request.at, 'at', this.clock());
    const acknowledgedAt = readTime(request.acknowledgedAt, 'acknowledged_at', at);
    if (acknowledgedAt < at) throw invalidField('acknowledged_at', 'must not be before at');
    const levels = storedLevels(policy);
    const targets = await this.#loadTargets(context.organizationId, policy, at);
    const events: IncidentEvent[] = request.acknowledgedAt ? [{ at: acknowledgedAt, kind: 'acknowledged' }] : [];
    const reach = (level: number, time: number) => reachLevel(existing(levels[level - 1]), targets, time);
    const plan = await finishYielding(escalationSteps(toPlannedPolicy(policy), reach, at, events));
    return {
      policyId: policy.id,
      at: timestampFromMs(at),
      steps: plan.steps.map(({ round, level, reason, users, channels, missed, ...step }) => ({
        ...{ round, level, reason },
        at: timestampFromMs(step.at),
        users: users.map((user) => ({ ...user })),
        channels: [...channels],
        missed: missed.map((miss) => ({ ...miss })),
      })),
      endedAt: timestampFromMs(plan.end.at),
      endReason: plan.end.reason,
    };
  }

  async #loadTargets(organizationId: string, policy: EscalationPolicy, at: number): Promise<Targets> {
    const levels = storedLevels(policy);
    const rows = await this.schedules.findAll(
      policy.projectId,
      levels.flatMap((level) => level.schedules),
    );
    const overrides = await this.overrides.endingAfter(
      rows.map(({ id }) => id),
      new Date(at),
    );
    const schedules = new Map(
      rows.map((row) => {
        const own = overrides.filter(({ scheduleId }) => scheduleId === row.id);
        return [row.id, { schedule: toSchedule(row), overrides: own }];
      }),
    );
    const candidates = Array.from(schedules.values()).flatMap(({ schedule, overrides: replaced }) => [
      ...schedule.layers.flatMap(({ users, anchor }) => [...users, ...(anchor?.held ?? [])]),
      ...replaced.map(({ userId }) => userId),
    ]);
    const named = levels.flatMap(({ users }) => users);
    const [channels, members] = await Promise.all([
      this.channels.find(
        policy.projectId,
        levels.flatMap((level) => level.channels),
      ),
      this.members.find(organizationId, [...named, ...candidates]),
    ]);
    return { schedules, channels, members };
  }
}

function toPlannedPolicy(policy: EscalationPolicy): PlannedPolicy {
  const { maxEscalations, ackTimeout } = policy;
  return {
    delaysMs: storedLevels(policy).map(({ delay }) => toMilliseconds(delay)),
    maxEscalations,
    ...(ackTimeout !== null && { ackTimeoutMs: toMilliseconds(ackTimeout) }),
  };
}

const toMilliseconds = (delay: string): number => existing(parseDelay(delay)) * 1_000;

/** @throws Error for what a stored policy always has. */
function existing<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a stored policy is invalid');
  return value;
}
