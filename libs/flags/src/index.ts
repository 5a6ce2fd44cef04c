export * from './definition/definition.js';
export { compileFlag, isServerOnly, type CompiledFlag, type Needs } from './compile.js';
export {
  Evaluator,
  REASONS,
  type Evaluation,
  type EvaluationContext,
  type PropertySource,
  type ReasonCode,
  type Turns,
} from './evaluate.js';
export {
  EMPTY_CONTEXT,
  neededGroups,
  toEvaluationContext,
  toStoredContext,
  type RequestedContext,
  type StoredContext,
  type StoredPerson,
  type StoredProperties,
} from './context/evaluation-context.js';
export { aggregatedTypes, toLocalDefinition, type LocalDefinition } from './posthog/local-definition.js';
export { jointNeeds, type JointNeeds } from './context/needs.js';
export { explain, MAX_EXPLAINED, type Explanation } from './explain.js';
export { murmur3, murmurPercent, sha1Place } from './hash.js';
export { checkReferences, dependents, referencedKeys } from './definition/references.js';
export { checkDefinition, type Violation } from './definition/validate.js';

/** Carries the ID of a project whose flags, or cohorts that they refer to, have changed. Messages may be lost. */
export const FLAGS_CHANGED_CHANNEL = 'flags.changed';
