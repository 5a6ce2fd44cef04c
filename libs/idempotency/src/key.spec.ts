import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { idempotencyKey } from './key.js';

describe('idempotencyKey', () => {
  it('accepts 1 to 128 letters, digits and . _ : -', () => {
    for (const key of ['a', 'A-z.0_9:', 'k'.repeat(128)]) assert.equal(idempotencyKey(key, { required: true }), key);
  });

  it('validates the exact text', () => {
    const others = ['', 'k'.repeat(129), ' a', 'a ', 'a\n', '\na', 'a b', 'a\u0000', 'а', 'ａ', 'é', 'a/b', 'a\u200b'];
    for (const text of others) {
      assert.equal(
        toCode(() => idempotencyKey(text, { required: false })),
        'idempotency_key_invalid',
      );
      assert.equal(
        toCode(() => idempotencyKey(text, { required: true })),
        'idempotency_key_invalid',
      );
    }
  });

  it('allows an absent key only if it is not required', () => {
    assert.equal(idempotencyKey(undefined, { required: false }), undefined);
    assert.equal(
      toCode(() => idempotencyKey(undefined, { required: true })),
      'idempotency_key_required',
    );
  });

  it('does not repeat the key in the error', () => {
    assert.throws(
      () => idempotencyKey('se cret', { required: false }),
      (error: ServiceError) => !JSON.stringify(error.toBody()).includes('cret'),
    );
  });
});

function toCode(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual(
      error.details.map(({ path }) => path),
      ['idempotency_key'],
    );
    return error.code;
  }
}
