export { EscalationModule } from './escalation.module.js';
