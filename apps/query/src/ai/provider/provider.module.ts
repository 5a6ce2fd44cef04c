import { Module, type DynamicModule } from '@nestjs/common';
import { Egress } from '@svc/outbound';
import { ModelProvider } from './model-provider.js';
import type { ModelProviderConfig } from './provider.settings.js';

/** Injection token of the values of the settings, if the process has them. */
export const MODEL_PROVIDER_CONFIG = Symbol('ModelProviderConfig');

export type ModelProviderValues = ModelProviderConfig & {
  /** Ranges that are not public and that the provider may be in. */
  readonly SVC_EGRESS_ALLOW: readonly string[];
};

/** The settings of the provider of models in a process; without it there is no provider. */
@Module({})
export class ModelProviderConfigModule {
  static with(config: ModelProviderValues): DynamicModule {
    const provider = { provide: MODEL_PROVIDER_CONFIG, useValue: config };
    return { module: ModelProviderConfigModule, global: true, providers: [provider], exports: [provider] };
  }
}

@Module({
  providers: [
    {
      provide: ModelProvider,
      inject: [{ token: MODEL_PROVIDER_CONFIG, optional: true }],
      useFactory: (config: ModelProviderValues | undefined) => new ModelProvider(toOptions(config)),
    },
  ],
  exports: [ModelProvider],
})
export class ModelProviderModule {}

function toOptions(config: ModelProviderValues | undefined) {
  if (config?.SVC_LLM_BASE_URL === undefined) return undefined;
  return {
    baseUrl: config.SVC_LLM_BASE_URL,
    apiKey: config.SVC_LLM_API_KEY,
    name: config.SVC_LLM_PROVIDER,
    egress: new Egress({ allow: config.SVC_EGRESS_ALLOW }),
  };
}
