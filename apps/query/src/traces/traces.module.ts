import { Module } from '@nestjs/common';
import { WindowCursors } from '../paging/window-cursors.js';
import { ResourcesRepository } from '../resources/resources.repository.js';
import { TracesController } from './traces.controller.js';
import { TracesRepository } from './traces.repository.js';
import { TracesService } from './traces.service.js';

@Module({
  controllers: [TracesController],
  providers: [TracesService, TracesRepository, ResourcesRepository, WindowCursors],
})
export class TracesModule {}
