import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { FlagsModule } from '../../product/index.js';
import { ErrorReadsModule } from '../error-reads.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { ReleasesModule } from '../releases/releases.module.js';
import { CaseFactsController } from './case-facts.controller.js';
import { IssueFactsService } from './issue-facts.service.js';

/**
 * The facts about issues, releases and flags that incidents show. Needs COLUMN_STORE, RELATIONAL, CURSORS and CLOCK of
 * the process.
 */
@Module({
  imports: [ErrorReadsModule, FlagsModule, IssuesModule, ReadingModule, ReleasesModule],
  controllers: [CaseFactsController],
  providers: [IssueFactsService],
})
export class CaseFactsModule {}
