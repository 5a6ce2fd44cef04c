import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { GroupsModule } from '../groups/groups.module.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentsRepository } from './segments.repository.js';
import { SegmentsService } from './segments.service.js';

/** Needs COLUMN_STORE, RELATIONAL and CLOCK of the process. */
@Module({
  imports: [ReadingModule, GroupsModule],
  controllers: [SegmentsController],
  providers: [SegmentsService, SegmentsRepository],
})
export class SegmentsModule {}
