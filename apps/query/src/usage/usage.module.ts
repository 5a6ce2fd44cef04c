import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { FiguresModule } from '../ai/index.js';
import { ActiveProjectsController } from './active-projects.controller.js';
import { IngestStatusService } from './ingest-status.service.js';
import { IngestController } from './ingest.controller.js';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

/** Needs COLUMN_STORE, RELATIONAL and CLOCK of the process. */
@Module({
  imports: [FiguresModule, ReadingModule],
  controllers: [ActiveProjectsController, IngestController, UsageController],
  providers: [IngestStatusService, UsageService],
})
export class UsageModule {}
