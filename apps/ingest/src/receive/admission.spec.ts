import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { Admission, type Sender } from './admission.js';
import { Backlog } from './backlog.js';

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

const sender = (organizationId: string, project: string, publishable = false): Sender => ({
  keyId: `key of ${project}`,
  organizationId,
  project: { id: project },
  publishable,
});

/** Takes as many single bytes as possible. */
function takeAll(admission: Admission, from: Sender): number {
  let taken = 0;
  try {
    for (;;) {
      admission.open(from).grow(1);
      taken += 1;
    }
  } catch (error) {
    assert.equal((error as ServiceError).code, 'concurrency_limited');
  }
  return taken;
}

describe('the share of a sender', () => {
  it('grants a project half of the bytes, an organization two thirds and a publishable key an eighth', () => {
    assert.equal(takeAll(new Admission(1200), sender('a', 'a1')), 600);
    assert.equal(takeAll(new Admission(1200), sender('a', 'a1', true)), 150);
    const admission = new Admission(1200);
    assert.equal(takeAll(admission, sender('a', 'a1')) + takeAll(admission, sender('a', 'a2')), 800);
  });

  it('leaves room for others, however many projects an organization has', () => {
    const admission = new Admission(1200);
    for (const project of ['a1', 'a2', 'a3', 'a4', 'a5']) takeAll(admission, sender('a', project));
    assert.equal(takeAll(admission, sender('b', 'b1')), 200);
  });

  it('bounds the size of a request, which no retry would get through', () => {
    const reservation = new Admission(1200).open(sender('a', 'a1', true));
    assert.throws(() => reservation.grow(151), { code: 'payload_too_large' });
    reservation.grow(150);
  });

  it('frees the share after the release', () => {
    const admission = new Admission(1200);
    const reservation = admission.open(sender('a', 'a1'));
    reservation.grow(600);
    assert.throws(() => admission.open(sender('a', 'a1')).grow(1), { code: 'concurrency_limited' });
    reservation.release();
    assert.equal(takeAll(admission, sender('a', 'a1')), 600);
  });

  it('limits the body of a publishable key only', () => {
    const admission = new Admission({ maxBytes: 1200, maxPublishableBytes: 50 });
    assert.equal(admission.open(sender('a', 'a1', true)).limitBody(100), 50);
    assert.equal(admission.open(sender('a', 'a1')).limitBody(100), 100);
  });
});

it('pushes back for accepted bytes, not for refused ones', () => {
  const backlog = new Backlog(() => Promise.resolve(0), 1000);
  const admission = new Admission({ maxBytes: 1_000_000, backlog });
  const bomb = admission.open(sender('a', 'a1'));
  bomb.grow(400_000);
  bomb.release();
  const accepted = admission.open(sender('a', 'a1'));
  accepted.accept(600);
  assert.throws(() => admission.open(sender('a', 'a1')), { code: 'concurrency_limited' });
  admission.open(sender('b', 'b1')).release();
});
