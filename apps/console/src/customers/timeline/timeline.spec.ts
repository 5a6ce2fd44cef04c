import assert from 'node:assert/strict';
import type { TimelineEntry } from '../../gen/api.js';
import { describeOmitted, KINDS, labelMany, labelOne } from './kinds.js';
import { toDays } from './to-days.js';

const at = (timestamp: string): TimelineEntry => ({
  id: timestamp,
  kind: 'event',
  timestamp,
  title: '',
  severity: 'info',
});
const NOW = Date.parse('2026-11-29T12:00:00Z');

describe('the timeline of a customer', () => {
  it('has a part for each day of the time zone, newest first', () => {
    const entries = [at('2026-11-02T00:30:00Z'), at('2026-11-01T23:30:00Z'), at('2026-11-01T01:00:00Z')];
    const sizes = (zone: string): number[] => toDays(entries, zone, NOW).map((day) => day.entries.length);
    assert.deepEqual(sizes('UTC'), [1, 2]);
    assert.deepEqual(sizes('Asia/Tokyo'), [2, 1]);
    assert.deepEqual(
      toDays(entries, 'UTC', NOW).flatMap((day) => day.entries),
      entries,
    );
    assert.deepEqual(toDays([], 'UTC', NOW), []);
  });

  it('names what it leaves out, and the scopes that the role lacks', () => {
    assert.equal(describeOmitted([]), undefined);
    assert.equal(
      describeOmitted(['incidents:read', 'new:read']),
      'Left out: incidents, what needs new:read. Your role does not have incidents:read, new:read.',
    );
  });

  it('has words for every kind, and shows unknown kinds as they are', () => {
    for (const kind of KINDS) assert.notEqual(labelOne(kind), '');
    assert.deepEqual(
      [labelMany('agent_run'), labelOne('agent_run'), labelOne('toast')],
      ['Agent runs', 'agent run', 'toast'],
    );
  });
});
