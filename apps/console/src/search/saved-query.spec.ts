import assert from 'node:assert/strict';
import { fromSavedQuery, toSavedQuery } from './saved-query.js';

describe('queries of saved searches', () => {
  const times = { start_time: '2026-11-01T00:00:00Z', end_time: '2026-11-01T01:00:00Z' };

  it('are restored as they were saved, without times', () => {
    const saved = toSavedQuery({ ...times, q: 'payment', level: ['error'], environment: ['production'] });
    assert.deepEqual(saved, { q: 'payment', level: ['error'], environment: ['production'] });
    const restored = { state: { q: 'payment', level: ['error'], service: [] }, env: ['production'] };
    assert.deepEqual(fromSavedQuery(saved), restored);
  });

  it('may have one value in place of a list, and members of another form', () => {
    const { state, env } = fromSavedQuery({ level: 'error', service: ['web', 7], environment: null });
    assert.deepEqual([state, env], [{ q: '', level: ['error'], service: ['web'] }, []]);
    assert.deepEqual(fromSavedQuery(undefined).state.q, '');
  });
});
