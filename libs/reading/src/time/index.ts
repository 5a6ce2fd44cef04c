export { minPeriods, calendarPeriods, type CalendarUnit } from './calendar.js';
export { requireDuration, parseDuration } from './duration.js';
export { INTERVALS } from './nanoseconds.js';
export * from './nanoseconds.js';
export { bucketStarts, isEmpty, splitAt, storableRange, type TimeRange } from './time-range.js';
export { isTimeZone, wallTimeAt, type WallTime } from './time-zone.js';
