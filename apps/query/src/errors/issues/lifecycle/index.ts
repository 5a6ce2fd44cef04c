export * from './lifecycle.js';
export { describeReason } from './reasons.js';
export { regresses, type CompareReleases } from './regression.js';
export { startLifecycle, transition } from './transition.js';
export { isOpen, toColumns, toLifecycle } from './stored-lifecycle.js';
