import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { TimelineModule } from '../timeline/timeline.module.js';
import { GroupsController } from './groups.controller.js';
import { GroupsRepository } from './groups.repository.js';
import { GroupsService } from './groups.service.js';

/** Needs COLUMN_STORE, CURSORS and CLOCK of the process. */
@Module({
  imports: [ReadingModule, TimelineModule],
  controllers: [GroupsController],
  providers: [GroupsService, GroupsRepository],
  exports: [GroupsRepository],
})
export class GroupsModule {}
