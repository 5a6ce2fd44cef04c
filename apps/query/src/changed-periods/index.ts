export { ChangedPeriods, ChangedPeriodsModule } from './changed-periods.js';
export { periodLength, SPANS_HOURS, type SpanHours } from './period.js';
