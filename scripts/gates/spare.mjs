/** How much of this machine is idle. */
import { cpus } from 'node:os';

/**
 * Returns a function that says how many processors were idle on average since it was called before.
 *
 * @param read the processors with their times in milliseconds.
 */
export function spareMeter(read = cpus) {
  let before = sum(read());
  return () => {
    const now = sum(read());
    const [idle, all] = [now.idle - before.idle, now.all - before.all];
    before = now;
    return all > 0 ? (now.count * idle) / all : 0;
  };
}

function sum(processors) {
  const times = processors.flatMap(({ times: own }) => Object.values(own));
  return {
    count: processors.length,
    idle: processors.reduce((total, { times: own }) => total + own.idle, 0),
    all: times.reduce((total, time) => total + time, 0),
  };
}
