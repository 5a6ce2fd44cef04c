import { Module } from '@nestjs/common';
import { SavedSearchesModule } from './saved-searches/saved-searches.module.js';

/** What members save and share. */
@Module({ imports: [SavedSearchesModule] })
export class SavedWorkModule {}
