import { Module } from '@nestjs/common';
import { LocalHandlers } from '@svc/rpc';
import { EvaluationsModule } from '../evaluations/index.js';
import { ModelProviderModule } from '../provider/index.js';
import { AiController } from './ai.controller.js';
import { CatalogLoader } from './catalog/catalog-loader.js';
import { QuestionsService } from './questions.service.js';
import { OperationRunner } from './run/operation-runner.js';
import { Translator } from './translation/translator.js';

/** Questions in words. Needs CLOCK of the process, and the controllers of the operations that questions become. */
@Module({
  imports: [EvaluationsModule, ModelProviderModule],
  controllers: [AiController],
  providers: [QuestionsService, CatalogLoader, OperationRunner, LocalHandlers, Translator],
  exports: [CatalogLoader],
})
export class QuestionsModule {}
