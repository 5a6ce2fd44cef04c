import assert from 'node:assert/strict';
import { NEW_EXPORT, toExport } from './to-export.js';

const SCOPE = { start_time: 'a', end_time: 'b', environment: ['production'] };
const FORM = { ...NEW_EXPORT, q: ' level:error ', service: 'web', name: 'm' };

describe('the request of an export', () => {
  it.each([
    ['logs', { start_time: 'a', end_time: 'b', q: 'level:error', service: 'web', environment: ['production'] }],
    ['metrics', { start_time: 'a', end_time: 'b', service: 'web', environment: ['production'], metric: 'm' }],
    ['events', { start_time: 'a', end_time: 'b', event: 'm' }],
    ['persons', {}],
  ] as const)('of %s has the filters of the signal', (signal, expected) => {
    const { query, type, idempotency_key: key } = toExport({ ...FORM, signal }, SCOPE, 'k');
    assert.deepEqual(query, { signal, ...expected });
    assert.deepEqual([type, key], ['csv', 'k']);
  });
});
