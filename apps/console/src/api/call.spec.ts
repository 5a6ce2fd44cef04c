import assert from 'node:assert/strict';
import { ApiError } from './api-error.js';
import { toRequest } from './call.js';

describe('requests of operations', () => {
  it('fill the path, repeat lists, and leave out what is not set', () => {
    const { method, url, body } = toRequest('GET /logs', { query: { q: 'a b', level: ['error', 'warn'], limit: 5 } });
    assert.deepEqual([method, url, body], ['GET', '/api/v1/logs?q=a+b&level=error&level=warn&limit=5', undefined]);
    const { url: trace } = toRequest('GET /traces/{trace_id}', { path: { trace_id: 'a/b?c' }, query: {} });
    assert.equal(trace, '/api/v1/traces/a%2Fb%3Fc');
  });

  it('refuse names that would lead to another operation', () => {
    for (const name of ['', '.', '..'])
      assert.throws(
        () => toRequest('GET /services/{service_name}/red', { path: { service_name: name } }),
        (error) => error instanceof ApiError && error.status === 404,
      );
  });
});
