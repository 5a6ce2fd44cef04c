import { Module } from '@nestjs/common';
import { JobsModule } from '@svc/work';
import { AgentContentModule } from '../../agent-content/index.js';
import { ChangedPeriodsModule } from '../../changed-periods/index.js';
import { ErasablesModule } from '../../erasure/index.js';
import { ScoresModule } from '../scores/index.js';
import { RunErasure } from './run-erasure.js';

/** Takes part in the erasure of persons. Needs COLUMN_STORE, RELATIONAL and CLOCK of the process. */
@Module({
  imports: [AgentContentModule, ChangedPeriodsModule, ErasablesModule, JobsModule, ScoresModule],
  providers: [RunErasure],
})
export class RunErasureModule {}
