import assert from 'node:assert/strict';
import { toSelection } from './saved-selections.js';

describe('the selection of a saved search', () => {
  const none = { signal: 'logs', q: '', service: [], environment: [], level: [] };

  it('has the filters of the reads, each with one value or several, and the former name of service', () => {
    const query = { q: 'a', service: 'web', environment: ['prod', 'test'], level: 'error' };
    const expected = { signal: 'logs', q: 'a', service: ['web'], environment: ['prod', 'test'], level: ['error'] };
    assert.deepEqual(toSelection('logs', query), expected);
    const { service, ...others } = query;
    assert.deepEqual(toSelection('logs', { ...others, service_name: service }), expected);
  });

  it('leaves out what is not a text, is empty or is too long', () => {
    const query = { service: ['', 5, null, 'x'.repeat(201)], environment: {}, level: undefined, other: 'a' };
    assert.deepEqual(toSelection('logs', query), none);
  });
});
