import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ClickHouseError } from '@clickhouse/client';
import { toStoreError } from './errors.js';

const quiet = { aborted: false, timedOut: false };
const engine = (code: string, message = 'text') => new ClickHouseError({ code, type: 'TYPE_OF_IT', message });
const network = (code: string) => Object.assign(new Error('connect'), { code });

describe('a failure of the store', () => {
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
    it(`with the engine's code ${code} is ${expected}`, () => {
      assert.equal(toStoreError(engine(code), quiet).code, expected);
    });
  }

  it('of memory of the whole server is not the fault of the statement', () => {
    const total = engine('241', 'Memory limit (total) exceeded');
    assert.equal(toStoreError(total, quiet).code, 'unavailable');
  });

  it('of the network is unavailable, unless the caller left or the time was up', () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']) {
      assert.equal(toStoreError(network(code), quiet).code, 'unavailable');
    }
    assert.equal(toStoreError(new Error('socket hang up'), quiet).code, 'unavailable');
    assert.equal(toStoreError(network('ECONNRESET'), { aborted: true, timedOut: false }).code, 'cancelled');
    assert.equal(toStoreError(network('ECONNRESET'), { aborted: false, timedOut: true }).code, 'timeout');
  });

  it('of an insert by a limit or by time is unavailable: it is not certain that the rows are stored', () => {
    assert.equal(toStoreError(engine('241'), { ...quiet, isInsert: true }).code, 'unavailable');
    assert.equal(
      toStoreError(network('ABORTED'), { aborted: false, timedOut: true, isInsert: true }).code,
      'unavailable',
    );
  });

  it('shows its number and name and nothing the engine said', () => {
    const error = toStoreError(engine('62', "near 'secret'"), quiet);
    assert.ok(error.cause instanceof Error);
    assert.equal(error.cause.message, 'column store: 62 TYPE_OF_IT');
    assert.doesNotMatch(JSON.stringify(error.cause) + (error.cause.stack ?? ''), /secret/);
  });
});
