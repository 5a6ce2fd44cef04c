import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { ContentModule } from '../content/index.js';
import { PricesModule } from '../prices/index.js';
import { RunAssemblyModule } from './assembly/assembly.module.js';
import { PriceBackfillModule } from './backfill/backfill.module.js';
import { RunsController } from './reads/runs.controller.js';
import { RunsService } from './reads/runs.service.js';

/** Runs of agents: their assembly and reads of them. Needs COLUMN_STORE, RELATIONAL, CURSORS and CLOCK of the process. */
@Module({
  imports: [ContentModule, PriceBackfillModule, PricesModule, ReadingModule, RunAssemblyModule],
  controllers: [RunsController],
  providers: [RunsService],
  exports: [RunsService],
})
export class RunsModule {}
