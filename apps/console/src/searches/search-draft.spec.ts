import assert from 'node:assert/strict';
import type { SavedSearch } from '../gen/api.js';
import { compareSearches, describeQuery, readSearch, toSearchChanges, toSearchDraft } from './search-draft.js';
import { toSearchTarget } from './to-search-target.js';

const SEARCH: SavedSearch = {
  id: 's1',
  project_id: 'p1',
  name: 'Payments',
  signal: 'logs',
  query: { q: 'payment', level: ['error'] },
  is_shared: false,
  version: 1,
  created_by: 'u1',
};
const draft = toSearchDraft(SEARCH);

describe('The form of a saved search', () => {
  it('has the text apart from the other parameters, and changes nothing by itself', () => {
    assert.deepEqual([draft.q, JSON.parse(draft.others)], ['payment', { level: ['error'] }]);
    assert.deepEqual(toSearchChanges(SEARCH, draft), {});
    const untyped = { ...SEARCH, query: { q: ['a', 'b'] } };
    assert.deepEqual(toSearchChanges(untyped, toSearchDraft(untyped)), {});
    const empty = { ...SEARCH, query: { q: '', level: ['info'] } };
    assert.deepEqual(toSearchChanges(empty, toSearchDraft(empty)), {});
  });

  it('sends the fields that were changed', () => {
    const changed = { ...draft, name: ' Refunds ', q: 'refund', isShared: true };
    assert.deepEqual(toSearchChanges(SEARCH, changed), {
      name: 'Refunds',
      is_shared: true,
      query: { q: 'refund', level: ['error'] },
    });
    assert.deepEqual(toSearchChanges(SEARCH, { ...draft, q: '', others: '' }), { query: {} });
  });

  it.each([
    ['{', /line 1/i],
    ['[]', /must be an object/],
    ['{"q": "x"}', /named above/],
  ])('refuses the parameters %s', (others, reason) => {
    const { query, fault } = readSearch({ ...draft, others });
    assert.equal(query, undefined);
    assert.match(fault ?? '', reason);
  });

  it('shows what has changed since it was opened beside the draft', () => {
    const now = { ...SEARCH, name: 'Payment errors', version: 2 };
    assert.deepEqual(compareSearches(SEARCH, now, { ...draft, isShared: true }), [
      { part: 'Name', before: 'Payments', now: 'Payment errors', draft: 'Payments' },
      {
        part: 'Visible to',
        before: 'its owner alone',
        now: 'its owner alone',
        draft: 'the members of the project',
      },
    ]);
  });
});

describe('A saved search', () => {
  it('has its parameters in one line, without those that filter nothing', () => {
    const query = { q: '', level: ['error', 'fatal'], service: [], min_duration_ms: 5n };
    assert.equal(describeQuery(query), 'level=error,fatal min_duration_ms=5');
    assert.equal(describeQuery(undefined), '');
  });

  it('opens on the page of its signal', () => {
    const environment = ['production'];
    assert.deepEqual(toSearchTarget({ ...SEARCH, query: { ...SEARCH.query, environment } }), {
      to: 'logs',
      search: { q: 'payment', env: ['production'], level: ['error'] },
    });
    assert.deepEqual(toSearchTarget({ signal: 'errors', query: { service: 'web' } }), {
      to: 'issues',
      search: { service: ['web'], status: 'all' },
    });
    assert.deepEqual(toSearchTarget({ signal: 'metrics', query: { q: 'cpu' } }), {
      to: 'metrics',
      search: { find: 'cpu' },
    });
    assert.equal(toSearchTarget({ signal: 'later' }), undefined);
  });
});
