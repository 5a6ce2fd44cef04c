import { answering } from '../worker-answer.js';

/** A worker that computes for the given number of milliseconds. */
export default answering((ms: number): number => {
  const until = performance.now() + ms;
  while (performance.now() < until);
  return ms;
});
