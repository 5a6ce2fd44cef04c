import { Module } from '@nestjs/common';
import { JobsModule } from '@svc/work';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';
import { LogClearing } from './log-clearing.js';
import { LogEraser } from './log-eraser.js';
import { ReplacedParts } from './purges/replaced-parts.js';
import { RowPurger } from './purges/row-purger.js';
import { RowPurges } from './purges/row-purges.js';

/** Removes deleted rows from the disk of the column store. Needs COLUMN_STORE and RELATIONAL of the process. */
@Module({ imports: [JobsModule], providers: [ReplacedParts, RowPurger, RowPurges], exports: [RowPurges] })
export class RowPurgeModule {}

/** Lets the event log and the disk of the column store follow erasures. Needs EVENT_LOG, LOG_KEYS and what `RowPurgeModule` needs. */
@Module({
  imports: [JobsModule, RowPurgeModule],
  providers: [LogClearing, LogEraser],
  exports: [LogClearing, LogEraser],
})
export class LogErasureModule {}

@Module({ imports: [LogErasureModule, RowPurgeModule], controllers: [ErasureController], providers: [ErasureService] })
export class ErasureModule {}
