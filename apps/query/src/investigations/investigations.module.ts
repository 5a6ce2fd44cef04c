import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { JobsModule, PeriodicJob } from '@svc/work';
import { EvaluationsModule, ModelProviderModule, QuestionsModule } from '../ai/index.js';
import { PersonsModule } from '../customers/index.js';
import { ErasablesModule } from '../erasure/index.js';
import { TracesModule } from '../telemetry/index.js';
import { investigationCleanup } from './erasure/investigation-cleanup.js';
import { InvestigationErasure } from './erasure/investigation-erasure.js';
import { FactsModule } from './facts/index.js';
import { InvestigationsController } from './investigations.controller.js';
import { EventsService } from './reads/events.service.js';
import { InvestigationsService } from './reads/investigations.service.js';
import { InvestigationRunner } from './rounds/investigation-runner.js';
import { RoundWriter } from './rounds/round-writer.js';
import { AutomaticStarts } from './starts/automatic-starts.js';
import { ContinueService } from './starts/continue.service.js';
import { NarrowingReader } from './starts/narrowing.js';
import { StartService } from './starts/start.service.js';
import { StoredSubjects } from './starts/subjects/stored-subjects.js';
import { SubjectResolver } from './starts/subjects/subject-resolver.js';
import { TelemetrySubjects } from './starts/subjects/telemetry-subjects.js';
import { InvestigationsRepository } from './storage/investigations.repository.js';
import { Wording } from './wording/wording.js';

/** Investigations. Needs COLUMN_STORE, RELATIONAL, IDEMPOTENCY, CURSORS, CLOCK and LOGGER of the process. */
@Module({
  imports: [
    ErasablesModule,
    EvaluationsModule,
    FactsModule,
    JobsModule,
    ModelProviderModule,
    PersonsModule,
    QuestionsModule,
    ReadingModule,
    TracesModule,
  ],
  controllers: [InvestigationsController],
  providers: [
    AutomaticStarts,
    ContinueService,
    EventsService,
    InvestigationErasure,
    InvestigationRunner,
    InvestigationsRepository,
    InvestigationsService,
    NarrowingReader,
    PeriodicJob.of(investigationCleanup),
    RoundWriter,
    StartService,
    StoredSubjects,
    SubjectResolver,
    TelemetrySubjects,
    Wording,
  ],
})
export class InvestigationsModule {}
