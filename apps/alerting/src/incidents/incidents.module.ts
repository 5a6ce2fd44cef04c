import { Module } from '@nestjs/common';
import { EscalationModule } from '../escalation/index.js';
import { CaseFileService } from './case-file/case-file.service.js';
import { ChangesNear } from './case-file/changes-near.js';
import { Facts } from './case-file/facts.js';
import { LinkTargets } from './case-file/link-targets.js';
import { LinkedSignals } from './case-file/linked-signals.js';
import { SettingChanges } from './case-file/setting-changes.js';
import { CreationService } from './changes/creation.service.js';
import { EditsService } from './changes/edits.service.js';
import { IncidentChanges } from './changes/incident-changes.js';
import { IncidentEscalations } from './changes/incident-escalations.js';
import { IncidentSubject } from './changes/incident-subject.js';
import { Once } from './changes/once.js';
import { PolicyReferences } from './changes/policy-references.js';
import { TransitionsService } from './changes/transitions.service.js';
import { AlertIncidents } from './correlation/alert-incidents.js';
import { CorrelationReader } from './correlation/correlation-reader.js';
import { CorrelationRepository } from './correlation/correlation.repository.js';
import { CorrelationService } from './correlation/correlation.service.js';
import { IncidentsController } from './incidents.controller.js';
import { IncidentsRepository } from './incidents.repository.js';
import { IncidentsListRepository } from './list/incidents-list.repository.js';
import { IncidentsListService } from './list/incidents-list.service.js';
import { TimelineRepository } from './timeline/timeline.repository.js';
import { TimelineService } from './timeline/timeline.service.js';

/** Incidents. Needs RELATIONAL, IDEMPOTENCY, CURSORS, CLOCK and LOGGER of the process, and QUERY_SERVICE. */
@Module({
  imports: [EscalationModule],
  controllers: [IncidentsController],
  providers: [
    AlertIncidents,
    CaseFileService,
    ChangesNear,
    CorrelationReader,
    CorrelationRepository,
    CorrelationService,
    CreationService,
    EditsService,
    Facts,
    IncidentChanges,
    IncidentEscalations,
    IncidentSubject,
    IncidentsListRepository,
    IncidentsListService,
    IncidentsRepository,
    LinkedSignals,
    LinkTargets,
    Once,
    PolicyReferences,
    SettingChanges,
    TimelineRepository,
    TimelineService,
    TransitionsService,
  ],
  exports: [ChangesNear, IncidentsRepository, TimelineRepository],
})
export class IncidentsModule {}
