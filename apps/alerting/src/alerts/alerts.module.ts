import { Module } from '@nestjs/common';
import { JobsModule, PeriodicJob } from '@svc/work';
import { EscalationModule } from '../escalation/index.js';
import { InhibitionModule } from '../inhibition/index.js';
import { SilencesModule } from '../silences/index.js';
import { AlertSubject } from './actions/alert-subject.js';
import { ResponderActions } from './actions/responder-actions.js';
import { alertCleanup } from './alert-cleanup.js';
import { AlertsController } from './alerts.controller.js';
import { AlertChanges } from './changes/alert-changes.js';
import { GroupOpener } from './changes/open-groups.js';
import { Flushes } from './flushing/flushes.js';
import { GroupEscalations } from './groups/group-escalations.js';
import { GroupFlusher } from './flushing/group-flusher.js';
import { GroupsRepository } from './store/groups.repository.js';
import { InhibitorsRepository } from './flushing/inhibitors.repository.js';
import { AlertsListRepository } from './reads/alerts-list.repository.js';
import { AlertsListService } from './reads/alerts-list.service.js';
import { ActiveSilences } from './silencing/active-silences.js';
import { SilenceBoundaries } from './silencing/silence-boundaries.js';
import { SilencedRepository } from './silencing/silenced.repository.js';
import { Silencer } from './silencing/silencer.js';
import { AlertWriter } from './writes/alert-writer.js';
import { AlertsRepository } from './store/alerts.repository.js';
import { HoldsRepository } from './store/holds.repository.js';

/** Alerts. Needs RELATIONAL, CURSORS, CLOCK and LOGGER of the process. */
@Module({
  imports: [EscalationModule, InhibitionModule, JobsModule, SilencesModule],
  controllers: [AlertsController],
  providers: [
    ActiveSilences,
    AlertChanges,
    AlertsListRepository,
    AlertsListService,
    AlertsRepository,
    AlertSubject,
    AlertWriter,
    Flushes,
    GroupEscalations,
    GroupFlusher,
    GroupOpener,
    GroupsRepository,
    HoldsRepository,
    InhibitorsRepository,
    PeriodicJob.of(alertCleanup),
    ResponderActions,
    SilenceBoundaries,
    SilencedRepository,
    Silencer,
  ],
  exports: [AlertChanges],
})
export class AlertsModule {}
