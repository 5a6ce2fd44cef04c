export { FairThread, type FairThreadOptions } from './fair-thread.js';
export { answer, type ThreadAnswer } from './thread-answer.js';
