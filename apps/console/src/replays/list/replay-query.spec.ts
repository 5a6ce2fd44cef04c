import assert from 'node:assert/strict';
import { toRequest } from '../../api/call.js';
import { readFields } from '../../url/codec.js';
import { REPLAYS_FIELDS } from '../fields.js';
import { describeFilters, hasFurther, toReplaysInput } from './replay-query.js';

const SCOPE = { start_time: '2026-11-01T00:00:00Z', end_time: '2026-11-02T00:00:00Z', environment: ['production'] };
const read = (search: Readonly<Record<string, string>>) => {
  const { open: _, ...state } = readFields(REPLAYS_FIELDS, search);
  return state;
};
const toParameters = (search: Readonly<Record<string, string>>): Record<string, string> => {
  const { url } = toRequest('GET /replay', toReplaysInput(SCOPE, read(search)));
  const { start_time, end_time, limit, ...rest } = Object.fromEntries(new URL(url, 'http://svc').searchParams);
  assert.deepEqual([start_time, end_time, limit], [SCOPE.start_time, SCOPE.end_time, '100']);
  return rest;
};

describe('the filters of recordings', () => {
  it('are sent only where they are set, without environments, which the list does not know', () => {
    assert.deepEqual(toParameters({}), { sort: 'start' });
    assert.deepEqual(toParameters({ errors: '1', sort: 'rage' }), { errors: 'true', sort: 'rage' });
  });

  it('are all sent', () => {
    const all = { q: 'cart', rage: '1', dead: '1', url: '/pay', min_duration: '1m', min_active: '10s', release: '1.2' };
    const trace = 'a'.repeat(32);
    assert.deepEqual(toParameters({ ...all, person: 'ada', trace_id: trace }), {
      q: 'cart',
      rage: 'true',
      dead: 'true',
      url: '/pay',
      min_duration: '1m',
      min_active: '10s',
      release: '1.2',
      distinct_id: 'ada',
      trace_id: trace,
      sort: 'start',
    });
  });

  it('are said in words', () => {
    assert.deepEqual(describeFilters(read({})), []);
    assert.deepEqual(describeFilters(read({ rage: '1', min_duration: '5m' })), [
      'with rage clicks',
      'that lasts 5m or longer',
    ]);
  });

  it('are in the second line only if they are set', () => {
    assert.equal(hasFurther(read({ q: 'a', rage: '1' })), false);
    assert.equal(hasFurther(read({ release: '1.2' })), true);
  });
});
