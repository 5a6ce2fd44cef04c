import { Module } from '@nestjs/common';
import { WindowCursors } from '../paging/window-cursors.js';
import { ResourcesRepository } from '../resources/resources.repository.js';
import { AggregateRepository } from './aggregate/aggregate.repository.js';
import { AggregateService } from './aggregate/aggregate.service.js';
import { LogsController } from './logs.controller.js';
import { LogsRepository } from './logs.repository.js';
import { LogsService } from './logs.service.js';

@Module({
  controllers: [LogsController],
  providers: [LogsService, LogsRepository, AggregateService, AggregateRepository, ResourcesRepository, WindowCursors],
})
export class LogsModule {}
