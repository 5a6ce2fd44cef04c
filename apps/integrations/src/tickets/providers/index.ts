import type { ProviderName } from '../../connections/index.js';
import { GITHUB } from './github.js';
import { JIRA } from './jira.js';
import { LINEAR } from './linear.js';
import type { Provider } from './provider.js';

export const PROVIDER_BY_NAME: Readonly<Record<ProviderName, Provider>> = {
  jira: JIRA,
  linear: LINEAR,
  github: GITHUB,
};

export { memberAt, ProviderClient, textAt, type ProviderCredential } from './provider-client.js';
export { ProviderError } from './provider-error.js';
export type { ExternalTicket, Provider } from './provider.js';
