export { assess, isHistory, type Assessment, type Direction, type Observation, type Subject } from './assessment.js';
export type { Basis, Figure, History } from './expectation.js';
export { baselineEnds, baselineSlots, endsOf, latestEnd, toRuns, WINDOW_MS, type Run } from './slots.js';
export { step, type Change, type Deviation, type Severity, type Track } from './track.js';
