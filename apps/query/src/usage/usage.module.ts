import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { ActiveProjectsController } from './active-projects.controller.js';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

/** Needs COLUMN_STORE and CLOCK of the process. */
@Module({
  imports: [ReadingModule],
  controllers: [ActiveProjectsController, UsageController],
  providers: [UsageService],
})
export class UsageModule {}
