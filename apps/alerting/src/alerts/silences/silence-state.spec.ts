import assert from 'node:assert/strict';
import { silencesFor, silenceStatus } from './silence-state.js';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
const silence = (start: number, end: number, value = 'checkout') => ({
  matchers: [{ labelName: 'service_name', operator: '=' as const, value }],
  startsAt: at(start),
  endsAt: at(end),
});

describe('a silence', () => {
  it('reports pending before the start, active from then on, and expired from the end on', () => {
    const statuses = [9, 10, 19, 20].map((minute) => silenceStatus(silence(10, 20), at(minute)));
    assert.deepEqual(statuses, ['pending', 'active', 'active', 'expired']);
  });

  it('silences the alerts that match while it is active', () => {
    const active = silence(0, 10);
    const silences = [active, silence(5, 10), silence(0, 2), silence(0, 10, 'cart')];
    assert.deepEqual(silencesFor(silences, { service_name: 'checkout' }, at(3)), [active]);
    assert.deepEqual(silencesFor(silences, { service_name: 'other' }, at(3)), []);
  });
});
