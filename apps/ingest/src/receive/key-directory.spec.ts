import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { KEY_CACHE_TTL_MS } from '@svc/auth';
import { KeyRefusal, KeysResolveResponseSchema } from '@svc/contract';
import { ServiceError, unavailable } from '@svc/service-error';
import { KeyDirectory } from './key-directory.js';

const MINUTE = 60_000;

/** A key directory with a lookup that returns the given answers and counts its calls. */
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

const SCOPE = 'telemetry:write';
const accepted = { keyId: 'k', project: { number: 1 }, scopes: [SCOPE] };
const resolve = (keys: KeyDirectory, secret: string, projectSelector = '') =>
  keys.resolve(secret, { projectId: '', projectSelector }, SCOPE);
const code = (expected: string) => (error: unknown) => error instanceof ServiceError && error.code === expected;

describe('KeyDirectory', () => {
  it('looks up a key once while it is fresh, also for concurrent requests', async () => {
    const { owner, keys } = directory(accepted);
    await Promise.all([resolve(keys, 'secret'), resolve(keys, 'secret')]);
    const known = resolve(keys, 'secret');
    assert.ok(!(known instanceof Promise), 'a known key is returned without a promise');
    assert.equal(owner.asked, 1);
  });

  it('caches keys separately for each project that a request names', async () => {
    const { owner, keys } = directory(accepted);
    await resolve(keys, 'secret', 'a');
    await resolve(keys, 'secret', 'b');
    assert.equal(owner.asked, 2);
  });

  it('rejects a revoked key within the documented time', async () => {
    const { owner, keys } = directory(accepted);
    await resolve(keys, 'secret');
    owner.answer = { refusal: KeyRefusal.REVOKED };
    owner.now = KEY_CACHE_TTL_MS;
    await assert.rejects(async () => resolve(keys, 'secret'), code('key_revoked'));
  });

  it('rejects a revoked key immediately after the announcement', async () => {
    const { owner, keys } = directory(accepted);
    await resolve(keys, 'secret');
    owner.answer = { refusal: KeyRefusal.REVOKED };
    keys.clear();
    await assert.rejects(async () => resolve(keys, 'secret'), code('key_revoked'));
  });

  it('expires keys by the clock, not at the next lookup', async () => {
    const { owner, keys } = directory({ ...accepted, expiresAt: { seconds: 1n, nanos: 0 } });
    await resolve(keys, 'secret');
    owner.now = 1000;
    assert.throws(() => void resolve(keys, 'secret'), code('key_expired'));
  });

  it('caches refused keys, so that repeated guesses cause one lookup', async () => {
    const { owner, keys } = directory({ refusal: KeyRefusal.UNKNOWN });
    await assert.rejects(async () => resolve(keys, 'guess'), code('unauthenticated'));
    assert.throws(() => void resolve(keys, 'guess'), code('unauthenticated'));
    assert.equal(owner.asked, 1);
  });

  it('accepts known keys while the gateway does not respond, but no unknown ones', async () => {
    const { owner, keys } = directory(accepted);
    await resolve(keys, 'secret');
    owner.failure = unavailable(new Error('down'));
    owner.now = 5 * MINUTE;
    assert.equal((await resolve(keys, 'secret')).keyId, 'k');
    await assert.rejects(async () => resolve(keys, 'other'), code('unavailable'));
    owner.now = 11 * MINUTE;
    await assert.rejects(async () => resolve(keys, 'secret'), code('unavailable'));
  });

  it('refuses a missing scope before an unknown project, and a conflict by another code', async () => {
    const refused = { refusal: KeyRefusal.UNKNOWN_PROJECT, scopes: [SCOPE] };
    await assert.rejects(async () => resolve(directory(refused).keys, 'secret', 'x'), code('not_found'));
    const unscoped = directory({ ...refused, scopes: [] });
    await assert.rejects(async () => resolve(unscoped.keys, 'secret', 'x'), code('permission_denied'));
    const conflicting = directory({ refusal: KeyRefusal.PROJECT, scopes: [SCOPE] });
    await assert.rejects(async () => resolve(conflicting.keys, 'secret', 'x'), code('permission_denied'));
  });
});
