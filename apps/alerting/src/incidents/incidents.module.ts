import { Module } from '@nestjs/common';
import { EscalationModule } from '../escalation/index.js';
import { CaseFileService } from './case-file/case-file.service.js';
import { ChangesNear } from './case-file/changes-near.js';
import { Facts } from './case-file/facts.js';
import { LinkedSignals } from './case-file/linked-signals.js';
import { SettingChanges } from './case-file/setting-changes.js';
import { LinkTargets } from './case-file/link-targets.js';
import { AlertIncidents } from './correlation/alert-incidents.js';
import { CorrelationReader } from './correlation/correlation-reader.js';
import { CorrelationRepository } from './correlation/correlation.repository.js';
import { CorrelationService } from './correlation/correlation.service.js';
import { IncidentsController } from './incidents.controller.js';
import { IncidentsRepository } from './incidents.repository.js';
import { IncidentsListRepository } from './reads/incidents-list.repository.js';
import { IncidentsListService } from './reads/incidents-list.service.js';
import { TimelineRepository } from './timeline/timeline.repository.js';
import { TimelineService } from './timeline/timeline.service.js';
import { CreationService } from './writes/creation.service.js';
import { EditsService } from './writes/edits.service.js';
import { IncidentChanges } from './writes/incident-changes.js';
import { IncidentEscalations } from './writes/incident-escalations.js';
import { IncidentSubject } from './writes/incident-subject.js';
import { Once } from './writes/once.js';
import { PolicyReferences } from './writes/policy-references.js';
import { TransitionsService } from './writes/transitions.service.js';

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
