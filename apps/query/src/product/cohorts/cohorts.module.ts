import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { JobsModule } from '@svc/work';
import { PersonsModule } from '../../customers/index.js';
import { ErasablesModule } from '../../erasure/index.js';
import { CohortBuilder } from './build/cohort-builder.js';
import { CohortBuildsRepository } from './build/cohort-builds.repository.js';
import { CohortRefresher } from './build/cohort-refresher.js';
import { CreationService } from './changes/creation.service.js';
import { DefinitionCheck } from './changes/definition-check.js';
import { EditsService } from './changes/edits.service.js';
import { CohortErasure } from './cohort-erasure.js';
import { CohortMembersRepository } from './cohort-members.repository.js';
import { CohortMembership } from './cohort-membership.js';
import { CohortSources } from './cohort-sources.js';
import { CohortUsers } from './cohort-users.js';
import { CohortsController } from './cohorts.controller.js';
import { CohortsRepository } from './cohorts.repository.js';
import { CohortsService } from './cohorts.service.js';
import { GenerationsRepository } from './generations.repository.js';
import { GenerationsService } from './generations.service.js';
import { ExplainService } from './members/explain.service.js';
import { MembersInput } from './members/members-input.js';
import { MembersService } from './members/members.service.js';
import { PreviewService } from './members/preview.service.js';

/** Needs COLUMN_STORE, RELATIONAL, PUB_SUB, CURSORS, CLOCK and LOGGER of the process. */
@Module({
  imports: [ErasablesModule, JobsModule, ReadingModule, PersonsModule],
  controllers: [CohortsController],
  providers: [
    CohortBuilder,
    CohortBuildsRepository,
    CohortErasure,
    CohortRefresher,
    CohortMembersRepository,
    CohortMembership,
    CohortSources,
    CohortUsers,
    CohortsRepository,
    CohortsService,
    CreationService,
    DefinitionCheck,
    EditsService,
    ExplainService,
    GenerationsRepository,
    GenerationsService,
    MembersInput,
    MembersService,
    PreviewService,
  ],
  exports: [CohortMembership, CohortUsers, CohortsRepository],
})
export class CohortsModule {}
