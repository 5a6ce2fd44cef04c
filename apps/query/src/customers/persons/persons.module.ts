import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { JobsModule } from '@svc/work';
import { ChangedPeriodsModule } from '../../changed-periods/index.js';
import { ErasablesModule, LogErasureModule } from '../../erasure/index.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { AliasesService } from './aliases/aliases.service.js';
import { PersonDirectory } from './directory/directory.js';
import { Eraser } from './erasure/eraser.js';
import { ErasureRepository } from './erasure/erasure.repository.js';
import { ErasureService } from './erasure/erasure.service.js';
import { PersonResolver } from './identity/resolver.js';
import { PersonsController } from './persons.controller.js';
import { PersonsService } from './persons.service.js';
import { PropertiesRepository } from './properties.repository.js';
import { PersonStatsService } from './stats/stats.service.js';

/** Needs COLUMN_STORE, RELATIONAL, EVENT_LOG, PUB_SUB, CURSORS, CLOCK and LOGGER of the process. */
@Module({
  imports: [ChangedPeriodsModule, ErasablesModule, JobsModule, LogErasureModule, ReadingModule, TimelineModule],
  controllers: [PersonsController],
  providers: [
    PersonsService,
    PersonStatsService,
    AliasesService,
    Eraser,
    ErasureRepository,
    ErasureService,
    PersonDirectory,
    PersonResolver,
    PropertiesRepository,
  ],
  exports: [PersonDirectory, PropertiesRepository, PersonResolver],
})
export class PersonsModule {}
