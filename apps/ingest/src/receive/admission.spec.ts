import assert from 'node:assert/strict';
import { ServiceError } from '@svc/errors';
import { Admission } from './admission.js';

it('limits the bytes in flight with a retryable error', () => {
  const admission = new Admission(100);
  const first = admission.open();
  const second = admission.open();
  first.grow(60);
  second.grow(40);
  assert.throws(
    () => second.grow(1),
    (error: unknown) =>
      error instanceof ServiceError && error.code === 'concurrency_limited' && error.retryAfterSeconds === 1,
  );
  first.release();
  first.release();
  assert.equal(admission.reservedBytes, 40);
  second.grow(60);
  second.release();
  assert.equal(admission.reservedBytes, 0);
});

it('rejects a body that could never fit as too large', () => {
  const admission = new Admission(100);
  assert.throws(
    () => admission.open().grow(101),
    (error: unknown) => error instanceof ServiceError && error.code === 'payload_too_large',
  );
});
