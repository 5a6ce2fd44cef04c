export { behavioralCondition, allPersons } from './definition/behavioral.js';
export { readBehavioralLeaf, type BehavioralLeaf } from './definition/behavioral-leaf.js';
