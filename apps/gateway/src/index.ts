export { describeOwner } from './workspace/bootstrap/bootstrap-owner.js';
export { bootstrapWorkspace, type BootstrapResult } from './workspace/bootstrap/bootstrap-workspace.js';
export { hasMembers } from './workspace/bootstrap/first-account.js';
export { GatewayModule, type GatewayOptions, type GatewayStores } from './gateway.module.js';
export { startHttpApplication } from './http/http-application.js';
export { toRateLimits } from './admission/rate-limit.js';
