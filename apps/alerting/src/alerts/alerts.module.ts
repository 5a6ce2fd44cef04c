import { Module } from '@nestjs/common';
import { JobsModule, PeriodicJob } from '@svc/work';
import { EscalationModule } from '../escalation/index.js';
import { alertCleanup } from './alert-cleanup.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsRepository } from './alerts.repository.js';
import { AlertChanges } from './changes/alert-changes.js';
import { AlertInvestigations } from './changes/alert-investigations.js';
import { AlertSubject } from './changes/alert-subject.js';
import { AlertWriter } from './changes/alert-writer.js';
import { GroupOpener } from './changes/open-groups.js';
import { ResponderActions } from './changes/responder-actions.js';
import { SilenceBoundaries } from './changes/silence-boundaries.js';
import { Silencer } from './changes/silencer.js';
import { Flushes } from './flushing/flushes.js';
import { GroupFlusher } from './flushing/group-flusher.js';
import { GroupEscalations } from './groups/group-escalations.js';
import { GroupsRepository } from './groups/groups.repository.js';
import { HoldsRepository } from './holds.repository.js';
import { InhibitionModule } from './inhibition/inhibition.module.js';
import { InhibitorsRepository } from './inhibition/inhibitors.repository.js';
import { AlertsListRepository } from './list/alerts-list.repository.js';
import { AlertsListService } from './list/alerts-list.service.js';
import { ActiveSilences } from './silences/active-silences.js';
import { SilencedRepository } from './silences/silenced.repository.js';
import { SilencesModule } from './silences/silences.module.js';

/** Alerts. Needs RELATIONAL, CURSORS, CLOCK and LOGGER of the process. */
@Module({
  imports: [EscalationModule, InhibitionModule, JobsModule, SilencesModule],
  controllers: [AlertsController],
  providers: [
    ActiveSilences,
    AlertChanges,
    AlertInvestigations,
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
  exports: [AlertChanges, AlertInvestigations],
})
export class AlertsModule {}
