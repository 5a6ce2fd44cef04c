export type { Outcome, ReportEntry } from './model/report.js';
export type {
  ImportedPerson,
  ImportedSchedule,
  LayerBody,
  OverrideBody,
  RestrictionBody,
  ScheduleBody,
  ScheduleImport,
} from './model/schedule.js';
export { SCHEDULE_FORMATS, translateSchedules, type ScheduleFormat, type TranslateOptions } from './translate.js';
