import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { EscalationDryRunRequest, EscalationDryRunResponseSchema } from '@svc/contract';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { finishYielding, readTime } from '../../oncall/index.js';
import { escalationSteps, type IncidentEvent } from '../plan/escalation-plan.js';
import { existing, toPlannedPolicy } from '../policies/planned-policy.js';
import { PoliciesService, storedLevels } from '../policies/policies.service.js';
import { reachLevel } from '../reach/reach.js';
import { TargetsService } from '../reach/targets.service.js';

/** Plans an escalation without sending anything. */
@Injectable()
export class DryRunService {
  constructor(
    private readonly policies: PoliciesService,
    private readonly targets: TargetsService,
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
    const { organizationId } = context;
    const targets = await this.targets.load({ projectId: project.id, organizationId }, levels, at);
    const events: IncidentEvent[] = request.acknowledgedAt ? [{ at: acknowledgedAt, kind: 'acknowledged' }] : [];
    const reach = (level: number, time: number) => reachLevel(existing(levels[level - 1]), targets, time);
    const plan = await finishYielding(escalationSteps(toPlannedPolicy(levels, policy), reach, at, events));
    return {
      policyId: policy.id,
      at: timestampFromMs(at),
      steps: plan.steps.map(({ round, level, reason, users, channels, missed, ...step }) => ({
        round,
        pass: round,
        level,
        reason,
        at: timestampFromMs(step.at),
        users: users.map((user) => ({ ...user })),
        channels: [...channels],
        missed: missed.map((miss) => ({ ...miss })),
      })),
      endedAt: timestampFromMs(plan.end.at),
      endReason: plan.end.reason,
    };
  }
}
