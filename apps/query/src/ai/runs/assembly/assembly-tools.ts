import type { JobContext } from '@svc/work';

/** The parts of a job's context that its work passes on: the signal of its end and the check of its lease. */
export type AssemblyTools = Pick<JobContext<object>, 'signal' | 'fence'>;
