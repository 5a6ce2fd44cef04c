import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { AgentContentModule } from '../../agent-content/index.js';
import { ChangedPeriodsModule } from '../../changed-periods/index.js';
import { SpanGroupsService } from './aggregate/span-groups.service.js';
import { SpanFieldsService } from './fields/span-fields.service.js';
import { OutlineService } from './outline/outline.service.js';
import { SpansController } from './span/spans.controller.js';
import { SpansService } from './span/spans.service.js';
import { TracesController } from './traces.controller.js';
import { TracesRepository } from './traces.repository.js';
import { TracesService } from './traces.service.js';

@Module({
  imports: [AgentContentModule, ChangedPeriodsModule, ReadingModule],
  controllers: [TracesController, SpansController],
  providers: [TracesService, TracesRepository, OutlineService, SpanFieldsService, SpanGroupsService, SpansService],
  exports: [TracesService, TracesRepository],
})
export class TracesModule {}
