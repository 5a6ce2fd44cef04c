import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { LogsRepository } from '../logs/logs.repository.js';
import { TracesRepository } from '../traces/traces.repository.js';
import { CorrelateService } from './correlate/correlate.service.js';
import { FiltersService } from './filters/filters.service.js';
import { SearchController } from './search.controller.js';
import { Finders } from './unified/finders.js';
import { UnifiedService } from './unified/unified.service.js';

@Module({
  imports: [ReadingModule],
  controllers: [SearchController],
  providers: [UnifiedService, Finders, CorrelateService, FiltersService, LogsRepository, TracesRepository],
})
export class SearchModule {}
