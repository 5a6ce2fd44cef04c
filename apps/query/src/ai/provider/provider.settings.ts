import { optional, setting, type ConfigOf } from '@svc/config';

/** The provider of models that judge runs and reword questions. Without an address, nothing is sent to any. */
export const MODEL_PROVIDER_SETTINGS = {
  SVC_LLM_BASE_URL: optional(
    setting.url({
      protocols: ['http:', 'https:'],
      description:
        'Address of a provider of language models with the interface of OpenAI, such as https://api.openai.com/v1; without it, no model judges runs or rewords questions. An address that is not public also needs SVC_EGRESS_ALLOW',
    }),
  ),
  SVC_LLM_API_KEY: optional(setting.secret({ description: 'Key that authorizes requests to SVC_LLM_BASE_URL' })),
  SVC_LLM_PROVIDER: setting.text({
    default: 'openai',
    pattern: /^[a-z0-9][a-z0-9._-]{0,99}$/,
    reason: 'must be the name of a provider in lower case',
    description: 'Name of the provider at SVC_LLM_BASE_URL in the list of prices',
  }),
} as const;

export type ModelProviderConfig = ConfigOf<typeof MODEL_PROVIDER_SETTINGS>;
