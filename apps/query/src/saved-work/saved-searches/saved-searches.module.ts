import { Module } from '@nestjs/common';
import { SavedSearchesController } from './saved-searches.controller.js';
import { SavedSearchesRepository } from './saved-searches.repository.js';
import { SavedSearchesService } from './saved-searches.service.js';

/** Needs RELATIONAL, IDEMPOTENCY, CURSORS and CLOCK of the process. */
@Module({
  controllers: [SavedSearchesController],
  providers: [SavedSearchesService, SavedSearchesRepository],
})
export class SavedSearchesModule {}
