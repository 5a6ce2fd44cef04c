import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { BackfillsService } from './backfill/backfills.service.js';
import { OverridesRepository } from './overrides.repository.js';
import { PriceOverrides } from './price-overrides.js';
import { PricesController } from './prices.controller.js';
import { PricesService } from './prices.service.js';

/** Prices of language models. Needs COLUMN_STORE, RELATIONAL, CURSORS and CLOCK of the process. */
@Module({
  imports: [ReadingModule],
  controllers: [PricesController],
  providers: [BackfillsService, OverridesRepository, PriceOverrides, PricesService],
  exports: [PriceOverrides],
})
export class PricesModule {}
