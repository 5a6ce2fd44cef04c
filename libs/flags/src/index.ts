export * from './definition.js';
export { compileFlag, type CompiledFlag, type Needs } from './compile.js';
export {
  Evaluator,
  type Evaluation,
  type EvaluationContext,
  type PropertySource,
  type ReasonCode,
} from './evaluate.js';
export { explain, type Explanation } from './explain.js';
export { murmur3, murmurPercent, sha1Place } from './hash.js';
export { checkReferences, dependents, keysOf } from './references.js';
export { checkDefinition, type Violation } from './validate.js';

/** Publishes the id of a project whose flags, or a cohort they ask for, have changed. May be lost. */
export const FLAGS_CHANGED_CHANNEL = 'flags.changed';
