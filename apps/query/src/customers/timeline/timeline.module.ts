import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { TimelineService } from './timeline.service.js';

/** Needs COLUMN_STORE, CURSORS and CLOCK of the process. */
@Module({ imports: [ReadingModule], providers: [TimelineService], exports: [TimelineService] })
export class TimelineModule {}
