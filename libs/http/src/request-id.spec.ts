import assert from 'node:assert/strict';
import { readRequestId } from './request-id.js';

const of = (sent: string | undefined): string => readRequestId({ headers: { 'x-request-id': sent } });

describe('request id', () => {
  it('accepts a harmless ID of the caller', () => {
    for (const id of ['a', 'req-1.2_3', 'x'.repeat(64)]) assert.equal(of(id), id);
  });

  it('creates a new ID where the caller sent an invalid one or none', () => {
    for (const id of [undefined, '', 'x'.repeat(65), 'a b', 'a,b', 'a\nb', '<b>', 'ü']) {
      assert.match(of(id), /^[0-9a-f-]{36}$/);
    }
  });
});
