export { startAlerting, type AlertingOptions } from './start.js';
export { AlertingModule } from './alerting.module.js';
