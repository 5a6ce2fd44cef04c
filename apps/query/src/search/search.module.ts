import { Module } from '@nestjs/common';
import { LogsRepository } from '../logs/logs.repository.js';
import { TracesRepository } from '../traces/traces.repository.js';
import { SearchController } from './search.controller.js';
import { Finders } from './unified/finders.js';
import { UnifiedService } from './unified/unified.service.js';

@Module({
  controllers: [SearchController],
  providers: [UnifiedService, Finders, LogsRepository, TracesRepository],
})
export class SearchModule {}
