/** The tasks that have not started, and the order in which lanes take them. */

/** Starts services of its own and kills them, so it spends much of its time waiting for restarts. */
const isAlone = ({ kind }) => kind === 'alone';
/** Six services with their brokers and stores keep both processors busy: two of them at a time take 50 % more CPU time. */
const isLarge = ({ place = '' }) => place.startsWith('distributed');
/** Needs no service, so that it can run beside two others. */
const isSmall = ({ kind }) => kind === 'jest';

export function createQueue(tasks) {
  const waiting = [...tasks];
  const running = new Set();
  const take = (accepts) => {
    const index = waiting.findIndex(accepts);
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  };
  const hasRunning = (accepts) => [...running].some(accepts);
  const fits = (task) => !(isAlone(task) && hasRunning(isAlone)) && !(isLarge(task) && hasRunning(isLarge));
  return {
    add: (tasks) => void waiting.push(...tasks),
    hasSmall: () => waiting.some(isSmall),
    takeSmall: () => take(isSmall),
    /**
     * Runs the next task, and resolves to false when no task is left: first the tasks that kill services, then those of
     * six processes, each only while no other task of its sort runs, because together they take longest; then the
     * longest. When only such tasks are left, a lane takes one anyway.
     */
    async runNext(run) {
      const takeFirst = (isOfSort) => take((each) => isOfSort(each) && fits(each));
      const task = takeFirst(isAlone) ?? takeFirst(isLarge) ?? take(fits) ?? waiting.shift();
      if (task === undefined) return false;
      running.add(task);
      await run(task);
      running.delete(task);
      return true;
    },
  };
}
