import { Module } from '@nestjs/common';
import { SilencesController } from './silences.controller.js';
import { SilencesRepository } from './silences.repository.js';
import { SilencesService } from './silences.service.js';

/** Silences. Needs RELATIONAL and CLOCK of the process. */
@Module({
  controllers: [SilencesController],
  providers: [SilencesRepository, SilencesService],
  exports: [SilencesRepository],
})
export class SilencesModule {}
