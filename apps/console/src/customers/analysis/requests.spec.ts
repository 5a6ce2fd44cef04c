import assert from 'node:assert/strict';
import { readFields } from '../../url/codec.js';
import { CUSTOMERS_FIELDS } from '../fields.js';
import { toFunnel, toInterval, toRetention, toTrends, type AnalysisScope } from './requests.js';

const HOUR = 3_600_000;
const scope = (hours: number, env: readonly string[] = []): AnalysisScope => ({
  env,
  zone: 'Europe/Berlin',
  startMs: 0,
  endMs: hours * HOUR,
  query: { start_time: '1970-01-01T00:00:00.000Z', end_time: new Date(hours * HOUR).toISOString() },
});
const state = readFields(CUSTOMERS_FIELDS, { event: ['a', 'b'], by: 'property.plan', back: 'c' });

describe('requests of analyses', () => {
  it.each([
    [1, 'hour'],
    [72, 'hour'],
    [73, 'day'],
    [180 * 24, 'day'],
    [181 * 24, 'week'],
  ] as const)('have buckets that suit a range of %d hours', (hours, expected) => {
    assert.equal(toInterval({ interval: 'auto' }, scope(hours)), expected);
    assert.equal(toInterval({ interval: 'month' }, scope(hours)), 'month');
  });

  it('have the range, the time zone and the environments of the scope', () => {
    const within = scope(2, ['production']);
    const filters = [{ field: 'environment', op: 'in', value: ['production'] }];
    for (const request of [toTrends(state, within), toFunnel(state, within), toRetention(state, within)]) {
      assert.deepEqual(request.time_range, { start: '1970-01-01T00:00:00.000Z', end: '1970-01-01T02:00:00.000Z' });
      assert.deepEqual(request.filters, filters);
    }
    assert.equal(toTrends(state, within).timezone, 'Europe/Berlin');
    assert.equal(toRetention(state, within).timezone, 'Europe/Berlin');
    assert.equal(toTrends(state, scope(2)).filters, undefined);
  });

  it('take events, steps and breakdowns from the address', () => {
    assert.deepEqual(toFunnel(state, scope(1)).steps, [{ event: 'a' }, { event: 'b' }]);
    assert.equal(toTrends(state, scope(1)).breakdown, 'property.plan');
    assert.equal(toTrends({ ...state, by: '' }, scope(1)).breakdown, undefined);
    assert.deepEqual(toRetention(state, scope(1)).return_event, { event: 'c' });
    assert.equal(toRetention({ ...state, back: undefined }, scope(1)).return_event, undefined);
  });
});
