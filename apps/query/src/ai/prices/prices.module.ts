import { Module } from '@nestjs/common';
import { OverridesRepository } from './overrides.repository.js';
import { PriceOverrides } from './price-overrides.js';
import { PricesController } from './prices.controller.js';
import { PricesService } from './prices.service.js';

/** Prices of language models. Needs RELATIONAL, CURSORS and CLOCK of the process. */
@Module({
  controllers: [PricesController],
  providers: [OverridesRepository, PriceOverrides, PricesService],
  exports: [PriceOverrides],
})
export class PricesModule {}
