import assert from 'node:assert/strict';
import { isPastRetention } from './expiry.js';

const DAY_MS = 86_400_000;
const retention = { retentionDays: 30, signalRetentionDays: { traces: 7, logs: 3, metrics: 30, events: 30 } };

describe('the data behind evidence', () => {
  it.each([
    [['traces:read'], 7],
    [['services:read'], 7],
    [['metrics:read'], 30],
    [['services:read', 'logs:read'], 3],
    [['persons:read'], 30],
  ])('of %p expire after the days of the signal that is kept for the shortest time', (scopes, days) => {
    const evidence = { window: { start: 0, end: 1_000 }, scopes };
    assert.equal(isPastRetention(evidence, retention, 999 + days * DAY_MS), false);
    assert.equal(isPastRetention(evidence, retention, 1_000 + days * DAY_MS), true);
  });

  it('expire after the days of the project if those of the signals are not known', () => {
    const evidence = { window: { start: 0, end: 0 }, scopes: ['logs:read'] };
    const unknown = { retentionDays: 5, signalRetentionDays: {} };
    assert.deepEqual(
      [4, 5].map((days) => isPastRetention(evidence, unknown, days * DAY_MS)),
      [false, true],
    );
  });
});
