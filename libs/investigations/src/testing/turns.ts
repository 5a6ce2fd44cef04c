import type { Turns } from '../turns.js';

/** Never yields: nothing else waits while a spec runs. */
export const ALONE: Turns = { isDue: () => false, yield: () => Promise.resolve() };
