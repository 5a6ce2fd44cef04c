export { EvaluationsModule } from './evaluations.module.js';
