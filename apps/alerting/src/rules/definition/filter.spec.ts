import assert from 'node:assert/strict';
import { requiresValue } from '@svc/reading/search-language';
import fc from 'fast-check';
import { phrases, toFilter, toSelection } from './filter.js';

const NONE = { signal: 'logs', q: '', service: [], environment: [], level: [] };
const QUERY = { ...NONE, metricName: '', event: '', field: '', agg: '', savedSearchId: '' };

describe('a filter', () => {
  it('joins the search and the lists', () => {
    const selection = { ...NONE, q: 'a OR b', service: ['x', 'say "y"'], level: ['error'] };
    assert.equal(toFilter(selection), '(a OR b) AND service:("x" OR "say \\"y\\"") AND level:("error")');
    assert.equal(toFilter(NONE), '');
  });

  it('builds a valid search, whatever the values are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 5 }), (values) => {
        const clean = values.map((value) => value.replace(/\p{Cc}/gu, ''));
        requiresValue(toFilter({ ...NONE, service: clean, environment: clean }), '', '');
      }),
    );
  });

  it('finds the whole words of a pattern', () => {
    assert.deepEqual(phrases('user <*> failed to log in after <*>ms -'), ['user', 'failed to log in after']);
    assert.deepEqual(phrases('<*> <*>'), []);
    assert.equal(toFilter(NONE, 'took <*> seconds'), 'message:"took" AND message:"seconds"');
  });

  it('narrows a saved search', () => {
    const saved = { ...NONE, q: 'a OR b', service: ['x'], level: ['error'] };
    const merged = toSelection({ ...QUERY, signal: '', q: 'c', level: ['fatal'] }, saved);
    assert.deepEqual(merged, { ...NONE, q: '(a OR b) (c)', service: ['x'], level: ['fatal'] });
  });
});
