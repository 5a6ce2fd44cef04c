export { AiModule } from './ai.module.js';
export { ModelProviderConfigModule, type ModelProviderValues } from './provider/index.js';
