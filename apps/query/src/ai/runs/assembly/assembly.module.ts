import { Module } from '@nestjs/common';
import { AI_WORK_STORED_CHANNEL } from '@svc/otlp';
import { ReadingModule } from '@svc/reading/module';
import { JobsModule, WakeUps } from '@svc/work';
import { ChangedPeriodsModule } from '../../../changed-periods/index.js';
import { PricesModule } from '../../prices/index.js';
import { AssemblyRepository } from './assembly.repository.js';
import { ProjectAssembly } from './project-assembly.js';
import { RunAssembly } from './run-assembly.js';
import { RunWriter } from './run-writer.js';
import { AssemblyThread } from './thread/assembly-thread.js';
import { TraceReader } from './traces/trace-reader.js';

/** Assembles the runs of agents. Needs COLUMN_STORE, RELATIONAL, PUB_SUB, CLOCK and METRICS of the process. */
@Module({
  imports: [ChangedPeriodsModule, JobsModule, PricesModule, ReadingModule],
  providers: [
    AssemblyRepository,
    AssemblyThread,
    ProjectAssembly,
    RunAssembly,
    RunWriter,
    TraceReader,
    WakeUps.on(AI_WORK_STORED_CHANNEL),
  ],
  exports: [AssemblyRepository, ProjectAssembly],
})
export class RunAssemblyModule {}
