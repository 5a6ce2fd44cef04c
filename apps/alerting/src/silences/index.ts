export { matchesAll, type Labels, type SilenceMatcher } from './matcher.js';
export { silencesFor, silenceStatus, type SilenceRule, type SilenceStatus } from './silence-state.js';
export { SilencesModule } from './silences.module.js';
export { SilencesRepository } from './silences.repository.js';
