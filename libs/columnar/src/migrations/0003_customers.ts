import { CAPTURE_TABLES, PERSON_OVERRIDES } from '@svc/tables';
import type { Migration } from './migration.js';

export const CUSTOMERS: Migration = {
  name: '0003_customers',
  steps: [...CAPTURE_TABLES, PERSON_OVERRIDES].map((table) => ({ kind: 'table', table })),
};
