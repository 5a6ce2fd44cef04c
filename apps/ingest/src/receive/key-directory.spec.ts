import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { KEY_CACHE_TTL_MS } from '@svc/auth';
import { KeyRefusal, KeysResolveResponseSchema } from '@svc/contract';
import { ServiceError, unavailable } from '@svc/errors';
import { KeyDirectory } from './key-directory.js';

const MINUTE = 60_000;

/** A directory over an owner of keys that answers what it is told to and counts how often it is asked. */
function directory(answer: MessageInitShape<typeof KeysResolveResponseSchema>) {
  const owner = { answer, asked: 0, failure: undefined as Error | undefined, now: 0 };
  const keys = new KeyDirectory(
    () => {
      owner.asked++;
      if (owner.failure !== undefined) return Promise.reject(owner.failure);
      return Promise.resolve(create(KeysResolveResponseSchema, owner.answer));
    },
    () => owner.now,
  );
  return { owner, keys };
}

const accepted = { keyId: 'k', project: { number: 1 } };
const code = (expected: string) => (error: unknown) => error instanceof ServiceError && error.code === expected;

describe('the keys that ingestion knows', () => {
  it('are asked for once while they are fresh, also by requests that come together', async () => {
    const { owner, keys } = directory(accepted);
    await Promise.all([keys.resolve('secret', ''), keys.resolve('secret', '')]);
    const known = keys.resolve('secret', '');
    assert.ok(!(known instanceof Promise), 'a known key is answered without waiting');
    assert.equal(owner.asked, 1);
  });

  it('are separate per project that a request names', async () => {
    const { owner, keys } = directory(accepted);
    await keys.resolve('secret', 'a');
    await keys.resolve('secret', 'b');
    assert.equal(owner.asked, 2);
  });

  it('stop working within the promised time of their revocation', async () => {
    const { owner, keys } = directory(accepted);
    await keys.resolve('secret', '');
    owner.answer = { refusal: KeyRefusal.REVOKED };
    owner.now = KEY_CACHE_TTL_MS;
    await assert.rejects(async () => keys.resolve('secret', ''), code('key_revoked'));
  });

  it('stop working at once when the revocation is announced', async () => {
    const { owner, keys } = directory(accepted);
    await keys.resolve('secret', '');
    owner.answer = { refusal: KeyRefusal.REVOKED };
    keys.clear();
    await assert.rejects(async () => keys.resolve('secret', ''), code('key_revoked'));
  });

  it('expire by the clock, not by the next look-up', async () => {
    const { owner, keys } = directory({ ...accepted, expiresAt: { seconds: 1n, nanos: 0 } });
    await keys.resolve('secret', '');
    owner.now = 1000;
    assert.throws(() => void keys.resolve('secret', ''), code('key_expired'));
  });

  it('are remembered when they are refused, so that a guesser asks the owner once', async () => {
    const { owner, keys } = directory({ refusal: KeyRefusal.UNKNOWN });
    await assert.rejects(async () => keys.resolve('guess', ''), code('unauthenticated'));
    assert.throws(() => void keys.resolve('guess', ''), code('unauthenticated'));
    assert.equal(owner.asked, 1);
  });

  it('go on working while their owner does not answer, an unknown one does not', async () => {
    const { owner, keys } = directory(accepted);
    await keys.resolve('secret', '');
    owner.failure = unavailable(new Error('down'));
    owner.now = 5 * MINUTE;
    assert.equal((await keys.resolve('secret', '')).keyId, 'k');
    await assert.rejects(async () => keys.resolve('other', ''), code('unavailable'));
    owner.now = 11 * MINUTE;
    await assert.rejects(async () => keys.resolve('secret', ''), code('unavailable'));
  });
});
