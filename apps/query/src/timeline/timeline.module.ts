import { Module } from '@nestjs/common';
import { WindowCursors } from '../paging/window-cursors.js';
import { TimelineService } from './timeline.service.js';

/** Needs COLUMN_STORE, CURSORS and CLOCK of the process. */
@Module({ providers: [TimelineService, WindowCursors], exports: [TimelineService] })
export class TimelineModule {}
