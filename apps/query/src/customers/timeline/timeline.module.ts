import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { AffectingIncidents } from './affecting-incidents.js';
import { TimelineService } from './timeline.service.js';

/** Needs COLUMN_STORE, RELATIONAL, CURSORS and CLOCK of the process. */
@Module({ imports: [ReadingModule], providers: [AffectingIncidents, TimelineService], exports: [TimelineService] })
export class TimelineModule {}
