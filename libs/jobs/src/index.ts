export { type Backoff } from './backoff.js';
export { enqueue, restartJobs, type NewJob } from './enqueue.js';
export { LeaseLostError, type Job, type JobContext, type JobHandler } from './job.js';
export { Jobs, JobsModule } from './jobs.js';
export { Queue, type QueueOptions } from './queue.js';
