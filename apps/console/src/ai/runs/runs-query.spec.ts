import assert from 'node:assert/strict';
import { toRequest } from '../../api/call.js';
import { readFields } from '../../url/codec.js';
import { AI_FIELDS } from '../fields.js';
import { describeRunFilters, toRunsInput } from './runs-query.js';

const SCOPE = { start_time: '2026-11-01T00:00:00Z', end_time: '2026-11-02T00:00:00Z' };
const toUrl = (search: Readonly<Record<string, string | readonly string[]>>) =>
  toRequest('GET /agent-runs', toRunsInput(SCOPE, readFields(AI_FIELDS, search))).url;

describe('the filters of runs of agents', () => {
  it('are sent only where they are set', () => {
    const times = 'start_time=2026-11-01T00%3A00%3A00Z&end_time=2026-11-02T00%3A00%3A00Z';
    assert.equal(toUrl({}), `/api/v1/agent-runs?${times}&limit=100`);
    const filters = { agent: 'support', person: 'ada', status: ['failed', 'unknown', 'running'], errors: '1' };
    assert.equal(
      toUrl({ ...filters, provider: 'openai' }),
      `/api/v1/agent-runs?${times}&agent=support&provider=openai&distinct_id=ada&status=running&status=failed&errors_only=true&limit=100`,
    );
  });

  it('are said in words', () => {
    const read = (search: Readonly<Record<string, string>>) => describeRunFilters(readFields(AI_FIELDS, search));
    assert.deepEqual(read({}), []);
    assert.deepEqual(read({ agent: 'support', status: 'timed_out' }), [
      'of the agent support',
      'with the status timed out',
    ]);
  });
});
