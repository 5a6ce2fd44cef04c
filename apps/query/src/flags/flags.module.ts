import { Module } from '@nestjs/common';
import { CohortsModule } from '../cohorts/cohorts.module.js';
import { PropertiesRepository } from '../persons/properties.repository.js';
import { AskerRepository } from './decide/asker.repository.js';
import { AskerService } from './decide/asker.service.js';
import { DecideService } from './decide/decide.service.js';
import { FlagsController } from './flags.controller.js';
import { FlagsRepository } from './flags.repository.js';
import { FlagsService } from './flags.service.js';
import { OfrepController } from './ofrep/ofrep.controller.js';
import { OfrepService } from './ofrep/ofrep.service.js';
import { FlagSets } from './snapshot/flag-sets.js';

/** Needs COLUMN_STORE, RELATIONAL, PUB_SUB and CLOCK of the process. */
@Module({
  imports: [CohortsModule],
  controllers: [FlagsController, OfrepController],
  providers: [
    OfrepService,
    AskerRepository,
    AskerService,
    DecideService,
    FlagsService,
    FlagsRepository,
    FlagSets,
    PropertiesRepository,
  ],
})
export class FlagsModule {}
