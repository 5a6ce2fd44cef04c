import {
  CAPTURE_TABLES,
  INGEST_TABLES,
  LOG_MINUTES,
  METRIC_DELETIONS,
  METRIC_SEEN,
  PERSON_OVERRIDES,
  REQUEST_HOURS,
  REQUEST_MINUTES,
  SERVICE_HOURS,
  SERVICE_MINUTES,
  TRACE_SUMMARIES,
} from '@svc/tables';
import type { Migration } from './migration.js';
import { VIEWS } from './views.js';

const TABLES = [
  ...INGEST_TABLES,
  ...CAPTURE_TABLES,
  TRACE_SUMMARIES,
  SERVICE_MINUTES,
  SERVICE_HOURS,
  REQUEST_MINUTES,
  REQUEST_HOURS,
  LOG_MINUTES,
  METRIC_SEEN,
  METRIC_DELETIONS,
  PERSON_OVERRIDES,
];

export const FIRST: Migration = {
  name: '0001_tables',
  steps: [
    ...TABLES.map((table) => ({ kind: 'table', table }) as const),
    ...VIEWS.map((view) => ({ kind: 'view', view }) as const),
  ],
};
