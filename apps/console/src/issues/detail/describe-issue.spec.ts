import assert from 'node:assert/strict';
import type { IssueForecast } from '../../gen/api.js';
import { describeForecast, describeSnooze } from './describe-issue.js';

const SNOOZE = { by: 'u1', forever: false, escalating: false };
const FORECAST: IssueForecast = {
  threshold: 12.3456,
  basis: 'history',
  current: 3,
  hours: 40,
  max: 6,
  mean: 1.25,
  standard_deviation: 1,
  weighted_mean: 1,
  spike_limit: 12,
  bursty_limit: 10,
  project_p95: 0,
};

describe('An issue in words', () => {
  it.each([
    [{ ...SNOOZE, occurrences: 1000, occurrences_so_far: 12 }, 'until 1,000 events, 12 so far,'],
    [{ ...SNOOZE, users: 10 }, 'until 10 persons are affected,'],
    [{ ...SNOOZE, escalating: true }, 'until it escalates,'],
    [{ ...SNOOZE, forever: true }, 'until a member reopens it,'],
    [{ ...SNOOZE, until: '2026-11-01T00:00:00Z' }, 'until'],
  ])('says what ends a snooze: %j', (snooze, expected) => {
    assert.equal(describeSnooze(snooze), expected);
  });

  it('says when it escalates, and from what that was computed', () => {
    assert.equal(
      describeForecast(FORECAST),
      'above 12.3 events an hour, computed from 40 hours of its own, of at most 6 and 1.25 events on average; 3 in the hour of the evaluation',
    );
    assert.match(
      describeForecast({ ...FORECAST, basis: 'project', project_p95: 10 }),
      /computed from the issues of the project, 95 % of whose hours have at most 10 events/,
    );
  });
});
