export { RulesModule } from './rules.module.js';
