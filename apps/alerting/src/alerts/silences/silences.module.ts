import { Module } from '@nestjs/common';
import { JobsModule } from '@svc/work';
import { PreviewRepository } from './preview/preview.repository.js';
import { PreviewService } from './preview/preview.service.js';
import { SilencesController } from './silences.controller.js';
import { SilencesRepository } from './silences.repository.js';
import { SilencesService } from './silences.service.js';

/** Silences and their operations. Needs RELATIONAL, CLOCK and LOGGER of the process. */
@Module({
  imports: [JobsModule],
  controllers: [SilencesController],
  providers: [PreviewRepository, PreviewService, SilencesRepository, SilencesService],
  exports: [SilencesRepository],
})
export class SilencesModule {}
