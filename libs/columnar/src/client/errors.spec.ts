import assert from 'node:assert/strict';
import { ClickHouseError } from '@clickhouse/client';
import { toStoreError } from './errors.js';

const quiet = { aborted: false, timedOut: false };
const engine = (code: string, message = 'text') => new ClickHouseError({ code, type: 'TYPE_OF_IT', message });
const network = (code: string) => Object.assign(new Error('connect'), { code });

describe('toStoreError', () => {
  for (const [code, expected] of Object.entries({
    158: 'query_too_expensive',
    159: 'query_too_expensive',
    241: 'query_too_expensive',
    396: 'query_too_expensive',
    202: 'concurrency_limited',
    243: 'unavailable',
    242: 'unavailable',
    252: 'unavailable',
    394: 'unavailable',
    60: 'unavailable',
    62: 'internal',
  })) {
    it(`translates the engine's code ${code} to ${expected}`, () => {
      assert.equal(toStoreError(engine(code), quiet).code, expected);
    });
  }

  it('does not blame the statement for the memory limit of the whole server', () => {
    const total = engine('241', 'Memory limit (total) exceeded');
    assert.equal(toStoreError(total, quiet).code, 'unavailable');
  });

  it('translates network errors to unavailable, unless the caller aborted or the time limit was reached', () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']) {
      assert.equal(toStoreError(network(code), quiet).code, 'unavailable');
    }
    assert.equal(toStoreError(new Error('socket hang up'), quiet).code, 'unavailable');
    assert.equal(toStoreError(network('ECONNRESET'), { aborted: true, timedOut: false }).code, 'cancelled');
    assert.equal(toStoreError(network('ECONNRESET'), { aborted: false, timedOut: true }).code, 'timeout');
  });

  it('translates limits and timeouts of an insert to unavailable, because it is not certain that the rows are stored', () => {
    assert.equal(toStoreError(engine('241'), { ...quiet, isInsert: true }).code, 'unavailable');
    assert.equal(
      toStoreError(network('ABORTED'), { aborted: false, timedOut: true, isInsert: true }).code,
      'unavailable',
    );
  });

  it('reveals only the number and name of an engine error', () => {
    const error = toStoreError(engine('62', "near 'secret'"), quiet);
    assert.ok(error.cause instanceof Error);
    assert.equal(error.cause.message, 'column store: 62 TYPE_OF_IT');
    assert.doesNotMatch(JSON.stringify(error.cause) + (error.cause.stack ?? ''), /secret/);
  });
});
