import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { LocalHandlers } from '@svc/rpc';
import { MetricsModule } from '../../telemetry/index.js';
import { EvaluationsModule } from '../evaluations/index.js';
import { ModelProviderModule } from '../provider/index.js';
import { AiController } from './ai.controller.js';
import { CatalogLoader } from './catalog/catalog-loader.js';
import { MetricServices } from './catalog/metric-services.js';
import { QuestionsService } from './questions.service.js';
import { OperationRunner } from './run/operation-runner.js';
import { Translator } from './translation/translator.js';

/** Questions in words. Needs CLOCK of the process, and the controllers of the operations that questions become. */
@Module({
  imports: [EvaluationsModule, MetricsModule, ModelProviderModule, ReadingModule],
  controllers: [AiController],
  providers: [QuestionsService, CatalogLoader, MetricServices, OperationRunner, LocalHandlers, Translator],
  exports: [CatalogLoader],
})
export class QuestionsModule {}
