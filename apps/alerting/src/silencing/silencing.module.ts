import { Module } from '@nestjs/common';
import { JobsModule } from '@svc/work';
import { SilencesModule } from '../silences/index.js';
import { PreviewRepository } from './preview/preview.repository.js';
import { PreviewService } from './preview/preview.service.js';
import { SilencesController } from './silences.controller.js';
import { SilencesService } from './silences.service.js';

/** The operations of silences. Needs RELATIONAL, CLOCK and LOGGER of the process. */
@Module({
  imports: [JobsModule, SilencesModule],
  controllers: [SilencesController],
  providers: [PreviewRepository, PreviewService, SilencesService],
})
export class SilencingModule {}
