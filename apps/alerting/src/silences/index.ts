export { MatcherChecks } from './matcher-checks.js';
export {
  anchored,
  compileMatchers,
  compileSilenceMatcher,
  matchesAll,
  type Labels,
  type MatcherOperator,
  type SilenceMatcher,
} from './matcher.js';
export { SILENCE_BOUNDARIES } from './silence-boundaries.queue.js';
export { silencesFor, silenceStatus, type SilenceRule, type SilenceStatus } from './silence-state.js';
export { SilencesModule } from './silences.module.js';
export { SilencesRepository } from './silences.repository.js';
