import { Module } from '@nestjs/common';
import { WindowCursors } from '../paging/window-cursors.js';
import { ResourcesRepository } from '../resources/resources.repository.js';
import { LogsController } from './logs.controller.js';
import { LogsRepository } from './logs.repository.js';
import { LogsService } from './logs.service.js';

@Module({
  controllers: [LogsController],
  providers: [LogsService, LogsRepository, ResourcesRepository, WindowCursors],
})
export class LogsModule {}
