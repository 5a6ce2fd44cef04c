import { Module } from '@nestjs/common';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';

/** Needs COLUMN_STORE and EVENT_LOG of the process. */
@Module({ controllers: [ErasureController], providers: [ErasureService] })
export class ErasureModule {}
