import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { EventsController } from './events.controller.js';
import { FunnelService } from './funnel/funnel.service.js';
import { EventListService } from './list/list.service.js';
import { EventNamesService } from './names/names.service.js';
import { RetentionService } from './retention/retention.service.js';
import { TrendsService } from './trends/trends.service.js';
import { TriggerersService } from './triggerers/triggerers.service.js';

@Module({
  imports: [ReadingModule],
  controllers: [EventsController],
  providers: [EventListService, EventNamesService, TriggerersService, TrendsService, FunnelService, RetentionService],
})
export class EventsModule {}
