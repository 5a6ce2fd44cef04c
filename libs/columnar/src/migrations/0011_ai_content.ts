import { AI_CONTENT } from '@svc/tables';
import type { Migration } from './migration.js';

export const CONTENT_OF_AI_SPANS: Migration = {
  name: '0011_ai_content',
  steps: [{ kind: 'table', table: AI_CONTENT }],
};
