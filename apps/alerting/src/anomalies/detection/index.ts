export { assess, isHistory, type Assessment, type Direction, type Subject } from './assessment.js';
export { beyondCommonRise } from './common-rise.js';
export { isVolume, type Basis, type Figure, type History, type Observation } from './expectation.js';
export { baselineEnds, baselineSlots, toEnds, latestEnd, toRuns, WINDOW_MS, type Run } from './slots.js';
export { step, type Change, type Deviation, type Severity, type Track } from './track.js';
