import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { GroupsModule, PersonsModule } from '../../customers/index.js';
import { FlagsModule } from '../../product/index.js';
import { LogsModule, TracesModule } from '../../telemetry/index.js';
import { CustomerFinders } from './finders/customer-finders.js';
import { RecordFinders } from './finders/record-finders.js';
import { TelemetryFinders } from './finders/telemetry-finders.js';
import { IdsController } from './ids.controller.js';
import { IdsService } from './ids.service.js';

/** Needs COLUMN_STORE, RELATIONAL and CLOCK of the process. */
@Module({
  imports: [FlagsModule, GroupsModule, LogsModule, PersonsModule, ReadingModule, TracesModule],
  controllers: [IdsController],
  providers: [CustomerFinders, IdsService, RecordFinders, TelemetryFinders],
})
export class IdsModule {}
