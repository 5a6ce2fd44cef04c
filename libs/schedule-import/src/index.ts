export type { Outcome, ReportEntry } from './model/report.js';
export type {
  ImportedSchedule,
  LayerBody,
  OverrideBody,
  RestrictionBody,
  ScheduleBody,
  ScheduleImport,
} from './model/schedule.js';
export { translateSchedules, type ScheduleFormat, type TranslateOptions } from './translate.js';
