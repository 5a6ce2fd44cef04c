import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentsRepository } from './segments.repository.js';
import { SegmentsService } from './segments.service.js';

/** Needs COLUMN_STORE, RELATIONAL and CLOCK of the process. */
@Module({
  imports: [GroupsModule],
  controllers: [SegmentsController],
  providers: [SegmentsService, SegmentsRepository],
})
export class SegmentsModule {}
