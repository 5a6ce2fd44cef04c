export { AlertingModule } from './alerting.module.js';
