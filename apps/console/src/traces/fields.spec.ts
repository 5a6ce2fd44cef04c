import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFields } from '../url/codec.js';
import {
  NO_FILTERS,
  ORDERS,
  toggleMark,
  toMinDuration,
  toTraceFilter,
  toTracesInput,
  TRACES_FIELDS,
} from './fields.js';

const SCOPE = { start_time: '2026-11-01T08:00:00.000Z', end_time: '2026-11-01T09:00:00.000Z' };

describe('the search for traces', () => {
  it('sends only the filters that are set', () => {
    assert.deepEqual(toTraceFilter(SCOPE, NO_FILTERS), SCOPE);
    const state = {
      q: 'timeout',
      service: ['web'],
      operation: ['GET /'],
      status: 'error',
      min: '0.5',
      person: 'ada',
    } as const;
    assert.deepEqual(toTraceFilter(SCOPE, state), {
      ...SCOPE,
      q: 'timeout',
      service: ['web'],
      operation: ['GET /'],
      status: 'error',
      min_duration_ms: 0.5,
      distinct_id: 'ada',
    });
  });

  it('has any duration for a minimum that is no positive number', () => {
    for (const text of ['', '0', '-1', 'NaN', 'Infinity', '1s']) assert.equal(toMinDuration(text), undefined, text);
    assert.equal(toMinDuration('250'), 250);
  });

  it('opens every address, in the newest order where it names another', () => {
    assert.equal(readFields(TRACES_FIELDS, { sort: 'sideways', chart: 'pie', status: 'maybe' }).sort, 'newest');
    for (const sort of Object.keys(ORDERS) as (keyof typeof ORDERS)[]) {
      const { sort_by, sort_order } = toTracesInput(SCOPE, readFields(TRACES_FIELDS, { sort }).sort).query ?? {};
      assert.deepEqual([sort_by, sort_order], [ORDERS[sort].sort_by, ORDERS[sort].sort_order]);
    }
  });
});

describe('marks for a comparison', () => {
  it('are at most two different traces, and a second toggle removes one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (toggled) => {
        const marks = toggled.reduce<readonly string[]>(toggleMark, []);
        assert.ok(marks.length <= 2);
        assert.equal(new Set(marks).size, marks.length);
        for (const mark of marks) assert.ok(!toggleMark(marks, mark).includes(mark));
      }),
    );
  });

  it('keep the first trace when a third one is marked', () => {
    assert.deepEqual(toggleMark(['a', 'b'], 'c'), ['a', 'c']);
  });
});
