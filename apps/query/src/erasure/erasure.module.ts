import { Module } from '@nestjs/common';
import { JobsModule } from '@svc/work';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';
import { LogClearing } from './log-clearing.js';
import { LogEraser } from './log-eraser.js';

/** Lets the event log follow erasures. Needs EVENT_LOG, LOG_KEYS and RELATIONAL of the process. */
@Module({ imports: [JobsModule], providers: [LogClearing, LogEraser], exports: [LogClearing, LogEraser] })
export class LogErasureModule {}

/** Needs COLUMN_STORE of the process, too. */
@Module({ imports: [LogErasureModule], controllers: [ErasureController], providers: [ErasureService] })
export class ErasureModule {}
