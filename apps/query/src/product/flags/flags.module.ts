import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { PersonsModule } from '../../customers/index.js';
import { CohortsModule } from '../cohorts/cohorts.module.js';
import { OwnEvents } from '../own-events.js';
import { FlagCohorts } from './flag-cohorts.js';
import { FlagsController } from './flags.controller.js';
import { FlagsRepository } from './flags.repository.js';
import { FlagsService } from './flags.service.js';
import { FlagPreview } from './preview/flag-preview.js';
import { Snapshots } from './snapshot/snapshots.js';
import { FlagSourceController } from './source/flag-source.controller.js';
import { StoredContextsRepository } from './source/stored-contexts.repository.js';
import { StoredContextsService } from './source/stored-contexts.service.js';

/** Needs COLUMN_STORE, EVENT_LOG, RELATIONAL, PUB_SUB and CLOCK of the process. */
@Module({
  imports: [ReadingModule, CohortsModule, PersonsModule],
  controllers: [FlagsController, FlagSourceController],
  providers: [
    StoredContextsRepository,
    StoredContextsService,
    OwnEvents,
    FlagCohorts,
    FlagPreview,
    FlagsService,
    FlagsRepository,
    Snapshots,
  ],
  exports: [FlagsRepository],
})
export class FlagsModule {}
