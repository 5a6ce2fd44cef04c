/** Measures how many processors of this machine are idle. */
import { cpus } from 'node:os';

/**
 * Returns a function that returns the average number of idle processors since its previous call.
 *
 * @param read the processors with their times in milliseconds.
 */
export function idleMeter(read = cpus) {
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
