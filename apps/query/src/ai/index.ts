export { AiModule } from './ai.module.js';
export { FiguresModule, ModelUsage, type Sums } from './figures/index.js';
export { ModelProviderConfigModule, type ModelProviderValues } from './provider/index.js';
