export { isValidDistinctId } from './valid-distinct-id.js';
export { compareFacts, resolveLinks, MAX_ALIASES, type IdentityFact, type Verdict } from './links.js';
export { personId } from './person-id.js';
export { relevantFacts, type FactSource } from './relevant-facts.js';
export { foldProperties, mergeRegisters, toRegister, type Register } from './registers.js';
export { toTieBreaker, type PropertyWrite } from './writes.js';
