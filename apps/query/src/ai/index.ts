export { AiModule } from './ai.module.js';
export {
  EvalConfigsRepository,
  EvaluationsModule,
  ModelCalls,
  toSettings,
  usageOf,
  type CallFailure,
} from './evaluations/index.js';
export { FiguresModule, ModelUsage, type Sums } from './figures/index.js';
export {
  ModelProvider,
  ModelProviderConfigModule,
  ModelProviderModule,
  type ChatMessage,
  type ModelProviderValues,
} from './provider/index.js';
export { CatalogLoader, QuestionsModule } from './questions/index.js';
export { ERROR_STATUSES, selectRun } from './runs/index.js';
