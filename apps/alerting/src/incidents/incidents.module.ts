import { Module } from '@nestjs/common';
import { CaseFileService } from './case-file/case-file.service.js';
import { Facts } from './case-file/facts.js';
import { LinkTargets } from './case-file/link-targets.js';
import { IncidentsController } from './incidents.controller.js';
import { IncidentsRepository } from './incidents.repository.js';
import { IncidentsListRepository } from './reads/incidents-list.repository.js';
import { IncidentsListService } from './reads/incidents-list.service.js';
import { TimelineRepository } from './timeline/timeline.repository.js';
import { TimelineService } from './timeline/timeline.service.js';
import { CreationService } from './writes/creation.service.js';
import { EditsService } from './writes/edits.service.js';
import { IncidentChanges } from './writes/incident-changes.js';
import { Once } from './writes/once.js';
import { TransitionsService } from './writes/transitions.service.js';

/** Incidents. Needs RELATIONAL, IDEMPOTENCY, CURSORS, CLOCK and LOGGER of the process, and QUERY_SERVICE. */
@Module({
  controllers: [IncidentsController],
  providers: [
    CaseFileService,
    CreationService,
    EditsService,
    Facts,
    IncidentChanges,
    IncidentsListRepository,
    IncidentsListService,
    IncidentsRepository,
    LinkTargets,
    Once,
    TimelineRepository,
    TimelineService,
    TransitionsService,
  ],
  exports: [IncidentsRepository, TimelineRepository],
})
export class IncidentsModule {}
