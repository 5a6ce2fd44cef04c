import { Module } from '@nestjs/common';
import { OBJECT_STORE } from '@svc/runtime';
import { JobsModule, PeriodicJob } from '@svc/work';
import { ContentErasure } from './content-erasure.js';
import { contentExpiry } from './content-expiry.js';

/** The end of prompts and answers of agents. Needs OBJECT_STORE and RELATIONAL of the process. */
@Module({
  imports: [JobsModule],
  providers: [ContentErasure, PeriodicJob.of(contentExpiry, OBJECT_STORE)],
  exports: [ContentErasure],
})
export class AgentContentModule {}
