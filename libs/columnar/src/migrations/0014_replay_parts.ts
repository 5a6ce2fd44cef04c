import { REPLAY_PARTS } from '@svc/tables';
import type { Migration } from './migration.js';

export const PARTS_OF_RECORDINGS: Migration = {
  name: '0014_replay_parts',
  steps: [{ kind: 'table', table: REPLAY_PARTS }],
};
