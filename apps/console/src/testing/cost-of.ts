/** The compiler or a collection of garbage can fall into any attempt. */
const ATTEMPTS = 10;

/** Milliseconds of CPU time of this thread that some work takes: the least of ten runs. */
export function costOf(work: () => void): number {
  const costs = Array.from({ length: ATTEMPTS }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...costs);
}
