/**
 * Milliseconds of CPU time that some work takes: the least of five runs, because collections of garbage and compilations of other code
 * happen in any of them. Other threads of the process count too, so only specs of budgets measure it.
 */
export function costOf(work: () => void): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1000;
  });
  return Math.min(...costs);
}
