import assert from 'node:assert/strict';
import { retentionBySignal, getRetentionDays } from './retention.js';

const days = retentionBySignal({
  retentionDays: 30,
  tracesRetentionDays: 7,
  logsRetentionDays: null,
  metricsRetentionDays: 365,
  eventsRetentionDays: null,
});

describe('the retention of a project', () => {
  it('returns the retention of the signal, or that of all signals', () => {
    assert.deepEqual(days, { traces: 7, logs: 30, metrics: 365, events: 30 });
  });

  it('limits a request by the data that it reads', () => {
    assert.deepEqual(
      ['traces', 'services', 'logs', 'metrics', 'search', undefined].map((resource) =>
        getRetentionDays(days, resource),
      ),
      [7, 7, 30, 365, 365, 365],
    );
  });
});
