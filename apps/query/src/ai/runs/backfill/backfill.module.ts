import { Module } from '@nestjs/common';
import { JobsModule } from '@svc/work';
import { PricesModule } from '../../prices/index.js';
import { RunAssemblyModule } from '../assembly/assembly.module.js';
import { PriceBackfill } from './price-backfill.js';

/** Prices stored calls again. Needs COLUMN_STORE and CLOCK of the process. */
@Module({ imports: [JobsModule, PricesModule, RunAssemblyModule], providers: [PriceBackfill] })
export class PriceBackfillModule {}
