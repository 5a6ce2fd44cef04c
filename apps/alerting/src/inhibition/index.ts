export { CompiledRules, type InhibitionRule, type Sources } from './inhibition-rule.js';
export { InhibitionModule } from './inhibition.module.js';
export { InhibitionsRepository, storedRules } from './inhibitions.repository.js';
