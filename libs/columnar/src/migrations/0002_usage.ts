import { METRIC_DELETIONS, METRIC_LIMITED_POINTS, USAGE_HOURS } from '@svc/tables';
import type { Migration } from './migration.js';

export const USAGE: Migration = {
  name: '0002_usage',
  steps: [METRIC_LIMITED_POINTS, USAGE_HOURS, METRIC_DELETIONS].map((table) => ({ kind: 'table', table })),
};
