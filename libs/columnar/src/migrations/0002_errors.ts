import { ERROR_ARRIVALS, ERROR_HOURS, ERROR_MINUTES, ERROR_TABLES, ERRORS } from '@svc/tables';
import type { Migration, ViewDefinition } from './migration.js';

const PLACE = {
  environment: 'environment',
  service_name: 'service_name',
  release: 'release',
  platform: 'platform',
  mechanism: 'mechanism',
};
const FIGURES = { events: 'count()', first_seen: 'min(timestamp)', last_seen: 'max(timestamp)' };

const MINUTE = {
  project_number: 'project_number',
  retention_days: 'retention_days',
  variant: 'variant',
  minute: 'toStartOfMinute(toDateTime(timestamp))',
  ...PLACE,
};
const HOUR = {
  project_number: 'project_number',
  retention_days: 'retention_days',
  variant: 'variant',
  hour: 'toStartOfHour(toDateTime(timestamp))',
  ...PLACE,
};
const ARRIVAL = { project_number: 'project_number', stored_at: 'stored_at', variant: 'variant', ...PLACE };

const VIEWS: readonly ViewDefinition[] = [
  {
    name: 'error_minutes_view',
    from: ERRORS,
    to: ERROR_MINUTES,
    select: { ...MINUTE, ...FIGURES },
    groupBy: Object.keys(MINUTE),
  },
  {
    name: 'error_hours_view',
    from: ERRORS,
    to: ERROR_HOURS,
    select: { ...HOUR, ...FIGURES, users: "uniqCombined64StateIf(12)(distinct_id, distinct_id != '')" },
    groupBy: Object.keys(HOUR),
  },
  {
    name: 'error_arrivals_view',
    from: ERRORS,
    to: ERROR_ARRIVALS,
    select: { ...ARRIVAL, ...FIGURES },
    groupBy: Object.keys(ARRIVAL),
  },
];

export const ERRORS_AND_ISSUES: Migration = {
  name: '0002_errors',
  steps: [
    ...ERROR_TABLES.map((table) => ({ kind: 'table', table }) as const),
    ...VIEWS.map((view) => ({ kind: 'view', view }) as const),
  ],
};
