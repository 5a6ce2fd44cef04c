/** The tasks that nobody has begun, in the order in which lanes take them. */

/** Starts services of its own and kills them: most of its time it waits for them to come back. */
const isAlone = ({ kind }) => kind === 'alone';
/** Needs no service, so that it can run beside two others. */
const isSmall = ({ kind }) => kind === 'jest';

export function createQueue(tasks) {
  const waiting = [...tasks];
  let alone = 0;
  const take = (accepts) => {
    const index = waiting.findIndex(accepts);
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  };
  return {
    hasSmall: () => waiting.some(isSmall),
    takeSmall: () => take(isSmall),
    /**
     * Runs the next task, and resolves to false when there is none. One lane takes those that kill first, one after the other; there, the other finds the
     * longest of the rest.
     */
    async runNext(run) {
      const task = (alone > 0 ? undefined : take(isAlone)) ?? take((each) => !isAlone(each)) ?? waiting.shift();
      if (task === undefined) return false;
      const own = isAlone(task) ? 1 : 0;
      alone += own;
      await run(task);
      alone -= own;
      return true;
    },
  };
}
