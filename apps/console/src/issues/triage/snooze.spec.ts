import assert from 'node:assert/strict';
import { readSnooze, type SnoozeKind } from './snooze.js';

describe('The condition of a snooze', () => {
  it.each([
    ['for', '30m', { for: '30m' }],
    ['for', ' 2w ', { for: '2w' }],
    ['for', '365d', { for: '365d' }],
    ['occurrences', '100', { occurrences: 100 }],
    ['users', '1000000000', { users: 1_000_000_000 }],
    ['escalating', '', { escalating: true }],
    ['forever', 'whatever', { forever: true }],
  ] as readonly [SnoozeKind, string, object][])('%s %s', (kind, typed, until) => {
    assert.deepEqual(readSnooze(kind, typed), { until });
  });

  it.each([
    ['for', ''],
    ['for', '0h'],
    ['for', '366d'],
    ['for', '1.5h'],
    ['for', 'tomorrow'],
    ['occurrences', '0'],
    ['occurrences', '1e3'],
    ['users', '1000000001'],
  ] as readonly [SnoozeKind, string][])('%s %s is refused with what would be right', (kind, typed) => {
    const read = readSnooze(kind, typed);
    assert.ok('fault' in read && read.fault.startsWith('Type a'));
  });
});
