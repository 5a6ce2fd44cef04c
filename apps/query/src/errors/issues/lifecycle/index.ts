export * from './lifecycle.js';
export { describeReason } from './reasons.js';
export { regresses, type CompareReleases } from './regression.js';
export { startLifecycle, transition } from './transition.js';
