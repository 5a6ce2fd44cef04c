export { isLegalId } from './legal-id.js';
export { compareFacts, resolveLinks, MAX_ALIASES, type IdentityFact, type Resolution, type Verdict } from './links.js';
export { personId } from './person-id.js';
export { relevantFacts, type FactSource } from './relevant-facts.js';
export {
  foldProperties,
  mergeRegisters,
  registerOf,
  valueOf,
  type Register,
  type RegistersByKey,
} from './registers.js';
export { compareBytewise, compareWrites, tieOf, type PropertyWrite } from './writes.js';
