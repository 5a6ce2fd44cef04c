import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { JobsModule } from '@svc/work';
import { ReleasesModule } from '../releases/releases.module.js';
import { DetailsService } from './details/details.service.js';
import { Forecaster } from './escalation/forecaster.js';
import { FiguresService } from './figures/figures.service.js';
import { SnoozeProgress } from './figures/snooze-progress.js';
import { IssueChanges } from './issue-changes.js';
import { IssueMirror } from './issue-mirror.js';
import { IssuesController } from './issues.controller.js';
import { IssuesRepository } from './issues.repository.js';
import { ListRepository } from './list/list.repository.js';
import { ListService } from './list/list.service.js';
import { RankedIssues } from './list/ranked-issues.js';
import { MergeService } from './merging/merge.service.js';
import { Merges } from './merging/merges.js';
import { MergingRepository } from './merging/merging.repository.js';
import { TicketEvents } from './ticket-events.js';
import { TriageService } from './triage.service.js';

/** Issues: their lifecycle and their lists. Needs COLUMN_STORE, RELATIONAL, PUB_SUB, CURSORS, CLOCK and LOGGER of the process. */
@Module({
  imports: [JobsModule, ReadingModule, ReleasesModule],
  controllers: [IssuesController],
  providers: [
    DetailsService,
    FiguresService,
    Forecaster,
    IssueChanges,
    IssueMirror,
    IssuesRepository,
    ListRepository,
    RankedIssues,
    ListService,
    MergeService,
    Merges,
    MergingRepository,
    SnoozeProgress,
    TicketEvents,
    TriageService,
  ],
  exports: [FiguresService, Forecaster, IssueChanges, IssuesRepository, Merges, MergingRepository, SnoozeProgress],
})
export class IssuesModule {}
