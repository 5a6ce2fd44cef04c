import { Module } from '@nestjs/common';
import { JobsModule, PeriodicJob } from '@svc/work';
import { OncallModule } from '../oncall/index.js';
import { DryRunService } from './dry-run/dry-run.service.js';
import { escalationCleanup } from './engine/escalation-cleanup.js';
import { EscalationEngine } from './engine/escalation-engine.js';
import { EscalationSteps } from './engine/escalation-steps.js';
import { EscalationSubjects } from './engine/escalation-subjects.js';
import { Escalations } from './engine/escalations.js';
import { RunningEscalationsRepository } from './engine/running-escalations.repository.js';
import { EscalationController } from './escalation.controller.js';
import { ChannelsRepository } from './policies/channels.repository.js';
import { PoliciesRepository } from './policies/policies.repository.js';
import { PoliciesService } from './policies/policies.service.js';
import { ReachWarnings } from './reach/reach-warnings.js';
import { TargetsService } from './reach/targets.service.js';

/** Escalation policies, their dry run, and the engine that follows them. Needs RELATIONAL, CLOCK and LOGGER of the process. */
@Module({
  imports: [JobsModule, OncallModule],
  controllers: [EscalationController],
  providers: [
    ChannelsRepository,
    DryRunService,
    EscalationEngine,
    Escalations,
    EscalationSteps,
    EscalationSubjects,
    PeriodicJob.of(escalationCleanup),
    PoliciesRepository,
    PoliciesService,
    ReachWarnings,
    RunningEscalationsRepository,
    TargetsService,
  ],
  exports: [
    ChannelsRepository,
    Escalations,
    EscalationSubjects,
    PoliciesRepository,
    ReachWarnings,
    RunningEscalationsRepository,
  ],
})
export class EscalationModule {}
