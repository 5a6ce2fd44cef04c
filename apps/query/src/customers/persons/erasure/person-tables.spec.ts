import assert from 'node:assert/strict';
import { PERSON_TABLES } from './person-tables.js';

describe('PERSON_TABLES', () => {
  it('names every table that an erasure deletes rows of', () =>
    assert.deepEqual(PERSON_TABLES.map(({ name }) => name).toSorted(), [
      'agent_runs',
      'agent_steps',
      'ai_content',
      'errors',
      'events',
      'identity_links',
      'logs',
      'person_overrides',
      'person_registers',
      'spans',
      'trace_summaries',
    ]));
});
