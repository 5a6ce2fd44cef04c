import { Module } from '@nestjs/common';
import { TimelineModule } from '../timeline/timeline.module.js';
import { GroupsController } from './groups.controller.js';
import { GroupsRepository } from './groups.repository.js';
import { GroupsService } from './groups.service.js';

/** Needs COLUMN_STORE, CURSORS and CLOCK of the process. */
@Module({
  imports: [TimelineModule],
  controllers: [GroupsController],
  providers: [GroupsService, GroupsRepository],
  exports: [GroupsRepository],
})
export class GroupsModule {}
