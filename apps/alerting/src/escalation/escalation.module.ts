import { Module } from '@nestjs/common';
import { OncallModule } from '../oncall/index.js';
import { DryRunService } from './dry-run/dry-run.service.js';
import { EscalationController } from './escalation.controller.js';
import { ChannelsRepository } from './policies/channels.repository.js';
import { PoliciesRepository } from './policies/policies.repository.js';
import { PoliciesService } from './policies/policies.service.js';

/** Escalation policies and their dry run. Needs RELATIONAL and CLOCK of the process. */
@Module({
  imports: [OncallModule],
  controllers: [EscalationController],
  providers: [ChannelsRepository, DryRunService, PoliciesRepository, PoliciesService],
})
export class EscalationModule {}
