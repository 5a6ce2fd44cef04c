import { Module } from '@nestjs/common';
import { CohortsModule } from './cohorts/cohorts.module.js';
import { EventsModule } from './events/events.module.js';
import { FlagsModule } from './flags/flags.module.js';

/** Product analytics over captured events, cohorts, and feature flags. */
@Module({ imports: [CohortsModule, EventsModule, FlagsModule] })
export class ProductModule {}
