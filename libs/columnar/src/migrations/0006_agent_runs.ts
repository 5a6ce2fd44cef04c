import { AGENT_RUNS, AGENT_STEPS } from '@svc/tables';
import type { Migration } from './migration.js';

export const AGENT_RUNS_AND_STEPS: Migration = {
  name: '0006_agent_runs',
  steps: [
    { kind: 'table', table: AGENT_RUNS },
    { kind: 'table', table: AGENT_STEPS },
  ],
};
