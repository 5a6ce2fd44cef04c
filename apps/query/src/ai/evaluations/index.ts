export { EvaluationsModule } from './evaluations.module.js';
export { usageOf, type CallFailure } from './judge/judge-call.js';
export { ModelCalls } from './judge/model-calls.js';
export { EvalConfigsRepository } from './settings/configs.repository.js';
export { toSettings, type EvalSettings } from './settings/eval-settings.js';
