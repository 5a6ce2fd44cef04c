import { Module } from '@nestjs/common';
import { InhibitionController } from './inhibition.controller.js';
import { InhibitionService } from './inhibition.service.js';
import { InhibitionsRepository } from './inhibitions.repository.js';

/** Inhibition rules and their operations. Needs RELATIONAL and CLOCK of the process. */
@Module({
  controllers: [InhibitionController],
  providers: [InhibitionService, InhibitionsRepository],
  exports: [InhibitionsRepository],
})
export class InhibitionModule {}
