import { Module } from '@nestjs/common';
import { FlagsController } from './flags.controller.js';
import { FlagsRepository } from './flags.repository.js';
import { FlagsService } from './flags.service.js';
import { FlagSets } from './snapshot/flag-sets.js';

/** Needs RELATIONAL, PUB_SUB and CLOCK of the process. */
@Module({
  controllers: [FlagsController],
  providers: [FlagsService, FlagsRepository, FlagSets],
})
export class FlagsModule {}
