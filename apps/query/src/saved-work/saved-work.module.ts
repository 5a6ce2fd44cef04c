import { Module } from '@nestjs/common';
import { SavedSearchesModule } from './saved-searches/saved-searches.module.js';

/** Work that members save and share. */
@Module({ imports: [SavedSearchesModule] })
export class SavedWorkModule {}
