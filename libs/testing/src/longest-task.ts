/** The longest task of the main thread of a page, in milliseconds of CPU and of time. */
export interface Longest {
  readonly longestCpuMs: number;
  readonly longestMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, of time and of CPU. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The categories of a trace in which `findLongest` finds tasks. */
export const TASK_CATEGORIES = ['toplevel', '__metadata'];

/** Finds the longest task in a trace of Chromium. */
export function findLongest(trace: Buffer): Longest {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const threads = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`);
  // A promise continues in a checkpoint, which the trace has beside its task.
  const isTask = /(RunTask|PerformMicrotaskCheckpoint)$/;
  const tasks = traceEvents.filter(({ name, pid, tid }) => isTask.test(name) && threads.includes(`${pid} ${tid}`));
  const longest = (field: 'dur' | 'tdur'): number =>
    Math.round(tasks.reduce((most, task) => Math.max(most, task[field] ?? 0), 0) / 100) / 10;
  return { longestCpuMs: longest('tdur'), longestMs: longest('dur') };
}
