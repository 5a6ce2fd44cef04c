export { Forecaster } from './escalation/forecaster.js';
export type { Forecast } from './escalation/forecast.js';
export { FiguresService } from './figures/figures.service.js';
export { SnoozeProgress } from './figures/snooze-progress.js';
export { IssueChanges, toTransition, type IssuePlace } from './issue-changes.js';
export { ISSUE_MIRRORS } from './issue-jobs.js';
export { IssuesModule } from './issues.module.js';
export {
  isOpen,
  toColumns,
  toLifecycle,
  regresses,
  startLifecycle,
  transition,
  type IssueEvent,
  type Resolution,
  type Trigger,
} from './lifecycle/index.js';
export { IssuesRepository } from './issues.repository.js';
export { Merges } from './merging/merges.js';
export { MergingRepository } from './merging/merging.repository.js';
