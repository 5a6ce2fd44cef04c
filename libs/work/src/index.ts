export { startDelayed, type BackgroundJob } from './background-job.js';
export { DueLoop } from './due-loop.js';
export { DueWatch, type Awaited, type Bind } from './due-watch.js';
export { EventReader, type EventAction, type ReaderLimits } from './events/event-reader.js';
export { DomainEventsModule } from './events/domain-events.module.js';
export { latestEvents } from './events/latest-events.js';
export { readEvents } from './events/read-events.js';
export {
  recordEvent,
  recordEvents,
  type ChannelEventType,
  type DomainEventType,
  type NewDomainEvent,
} from './events/record-event.js';
export { type Backoff } from './jobs/backoff.js';
export { enqueue, type NewJob } from './jobs/enqueue.js';
export { LeaseLostError, type Job, type JobContext, type JobHandler } from './jobs/job.js';
export { Jobs, JobsModule } from './jobs/jobs.js';
export { PeriodicJob, runInBatches, type PeriodicWork } from './jobs/periodic-job.js';
export { Queue, type QueueOptions } from './jobs/queue.js';
export { deleteUnclaimedJob, hasJob, isJobLeased, restartJobs, selectWaitingProjects } from './jobs/stored-jobs.js';
export { EndedError, watchRunning, type WatchedWork } from './jobs/watch-running.js';
export {
  readNotificationRequest,
  requestNotification,
  requestNotifications,
  type NotificationContent,
  type NotificationRequest,
  type RequestedNotification,
  type RequestedType,
  type Severity,
} from './notifications/notification-request.js';
export type { Subject } from './notifications/position.js';
export {
  deleteWithdrawals,
  withdrawNotifications,
  type Withdrawal,
  type WithdrawalReason,
} from './notifications/withdrawal.js';
export { enqueueSummary, RECORDING_SUMMARIES, type RecordingToSummarize } from './recordings/summary-queue.js';
export { Resealer, type SealedRow, type SealedRows } from './resealer.js';
export { WakeUps } from './wake-ups.js';
