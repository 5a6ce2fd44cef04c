import { Module } from '@nestjs/common';
import { DashboardsModule } from './dashboards/dashboards.module.js';
import { SavedSearchesModule } from './saved-searches/saved-searches.module.js';

/** Work that members save and share. */
@Module({ imports: [DashboardsModule, SavedSearchesModule] })
export class SavedWorkModule {}
