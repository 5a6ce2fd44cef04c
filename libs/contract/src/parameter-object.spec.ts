import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { parameterSchema } from './openapi/parameter-schema.js';
import { operation, operations } from './operations.js';
import { readParameterObject } from './request.js';

/** The paths that a refusal names. */
function refusedPaths(id: string, parameters: unknown): string[] {
  try {
    readParameterObject(operation(id), parameters);
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'invalid_request');
    return error.details.map(({ path }) => path);
  }
  return [];
}

describe('readParameterObject', () => {
  it('reads parameters of the path, the query string and the body from one object', () => {
    const query = readParameterObject(operation('logs.query'), { level: ['error'], limit: 5, q: 'refused' });
    assert.deepEqual({ ...query }, { ...query, level: ['error'], limit: 5, q: 'refused' });
    const trace = readParameterObject(operation('traces.get'), { trace_id: 'a'.repeat(32) });
    assert.equal((trace as unknown as { traceId: string }).traceId, 'a'.repeat(32));
  });

  it('refuses what the HTTP request refuses, by the names of the parameters', () => {
    assert.deepEqual(refusedPaths('logs.query', { level: ['loud'], limit: 'many', unknown: 1 }).toSorted(), [
      'level[0]',
      'limit',
      'unknown',
    ]);
    assert.deepEqual(refusedPaths('traces.get', {}), ['trace_id']);
    assert.deepEqual(refusedPaths('logs.query', 'level'), ['body']);
  });

  it('takes an empty text for an omitted parameter where a query string does', () => {
    assert.deepEqual(refusedPaths('logs.query', { trace_id: '', q: '' }), []);
    assert.deepEqual(refusedPaths('traces.get', { trace_id: '' }), ['trace_id']);
  });

  it('ignores the page of a list without pages, and a project that was read before', () => {
    assert.deepEqual(refusedPaths('flags.list', { limit: 3, cursor: 'x', project_id: 'p' }), []);
  });
});

describe('parameterSchema', () => {
  it('describes every operation without references', () => {
    for (const each of operations) {
      const schema = parameterSchema(each);
      assert.ok(!JSON.stringify(schema).includes('"$ref"'), each.id);
      const { properties, required } = schema as { properties: object; required: string[] };
      assert.deepEqual(
        [...each.pathParameters, ...required].filter((name) => !(name in properties)),
        [],
        each.id,
      );
    }
  });
});
