import { REPLAY_SUMMARIES } from '@svc/tables';
import type { Migration } from './migration.js';

export const SUMMARIES_OF_RECORDINGS: Migration = {
  name: '0013_replay_summaries',
  steps: [{ kind: 'table', table: REPLAY_SUMMARIES }],
};
