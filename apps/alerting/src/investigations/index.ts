export { InvestigationsModule } from './investigations.module.js';
