export { bootstrapWorkspace, type BootstrapOptions, type BootstrapResult } from './bootstrap/bootstrap-workspace.js';
export { BOOTSTRAP_SETTINGS, HTTP_SETTINGS } from './gateway.settings.js';
export { startGateway, type GatewayOptions, type RunningGateway } from './start.js';
export { rateLimitsOf } from './edge/rate-limit.js';
