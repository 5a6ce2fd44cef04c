import { Module } from '@nestjs/common';
import type { EventLog } from '@svc/event-log';
import { ReadingModule } from '@svc/reading/module';
import { CLOCK, EVENT_LOG, type Clock } from '@svc/runtime';
import { AggregateRepository } from './aggregate/aggregate.repository.js';
import { AggregateService } from './aggregate/aggregate.service.js';
import { ContextService } from './context/context.service.js';
import { FieldsService } from './fields/fields.service.js';
import { LogsController } from './logs.controller.js';
import { LogsRepository } from './logs.repository.js';
import { LogsService } from './logs.service.js';
import { PatternsRepository } from './patterns/patterns.repository.js';
import { PatternsService } from './patterns/patterns.service.js';
import { LogTail } from './tail/log-tail.js';
import { TailService } from './tail/tail.service.js';

@Module({
  imports: [ReadingModule],
  controllers: [LogsController],
  providers: [
    LogsService,
    LogsRepository,
    AggregateService,
    AggregateRepository,
    FieldsService,
    PatternsService,
    PatternsRepository,
    ContextService,
    TailService,
    {
      provide: LogTail,
      useFactory: (eventLog: EventLog, clock: Clock) => new LogTail(eventLog, clock),
      inject: [EVENT_LOG, CLOCK],
    },
  ],
  exports: [LogsRepository, LogsService],
})
export class LogsModule {}
