import { Module } from '@nestjs/common';
import { LocalHandlers } from '@svc/rpc';
import { AiController } from './ai.controller.js';
import { CatalogLoader } from './catalog/catalog-loader.js';
import { QuestionsService } from './questions.service.js';
import { OperationRunner } from './run/operation-runner.js';

/** Questions in words. Needs CLOCK of the process, and the controllers of the operations that questions become. */
@Module({
  controllers: [AiController],
  providers: [QuestionsService, CatalogLoader, OperationRunner, LocalHandlers],
})
export class QuestionsModule {}
