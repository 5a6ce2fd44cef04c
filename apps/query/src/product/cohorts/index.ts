export { behavioralCondition, allPersons } from './behavioral.js';
export { readBehavioralLeaf, type BehavioralLeaf } from './behavioral-leaf.js';
