import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { ErrorsController } from './errors.controller.js';
import { ErrorsRepository } from './events/errors.repository.js';
import { ErrorsService } from './events/errors.service.js';
import { GroupsService } from './groups/groups.service.js';
import { AffectedService } from './impact/affected.service.js';
import { IssueImpactController } from './occurrences/issue-impact.controller.js';
import { OccurrencesService } from './occurrences/occurrences.service.js';
import { ReleasesModule } from './releases/releases.module.js';
import { VariantsRepository } from './variants/variants.repository.js';

/**
 * Reads errors, their groups and the affected persons. Needs COLUMN_STORE, RELATIONAL, CURSORS and CLOCK of the
 * process.
 */
@Module({
  imports: [ReadingModule, ReleasesModule],
  controllers: [ErrorsController, IssueImpactController],
  providers: [ErrorsService, ErrorsRepository, GroupsService, AffectedService, OccurrencesService, VariantsRepository],
  exports: [AffectedService, ErrorsService],
})
export class ErrorReadsModule {}
