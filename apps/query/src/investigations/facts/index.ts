export { FactsModule } from './facts.module.js';
