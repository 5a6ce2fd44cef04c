export { startIntegrations, type IntegrationsOptions } from './start.js';
export { IntegrationsModule } from './integrations.module.js';
