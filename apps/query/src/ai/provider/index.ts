export {
  ModelProvider,
  ProviderError,
  type ChatAnswer,
  type ChatMessage,
  type ChatQuestion,
} from './model-provider.js';
export { ModelProviderConfigModule, ModelProviderModule, type ModelProviderValues } from './provider.module.js';
export { MODEL_PROVIDER_SETTINGS, type ModelProviderConfig } from './provider.settings.js';
