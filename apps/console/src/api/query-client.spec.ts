import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { toKey } from './hooks.js';
import { createQueryClient, isWorthRetrying, toDelay } from './query-client.js';

describe('repeated requests', () => {
  const refusal = (status: number, retryAfterMs?: number) => new ApiError(status, 'x', 'x', { retryAfterMs });

  it('wait for as long as the service asks for', () => {
    assert.equal(toDelay(0, refusal(429, 40_000)), 40_000);
    assert.deepEqual(
      [toDelay(0, refusal(503)), toDelay(3, refusal(503)), toDelay(9, refusal(503))],
      [500, 4000, 15_000],
    );
  });

  it('happen only for what may succeed soon', () => {
    for (const status of [0, 429, 503]) assert.equal(isWorthRetrying(refusal(status)), true);
    for (const status of [400, 401, 403, 404, 409, 500]) assert.equal(isWorthRetrying(refusal(status)), false);
    assert.equal(isWorthRetrying(refusal(429, 600_000)), false);
    assert.equal(isWorthRetrying(new TypeError('x')), false);
  });
});

describe('a change', () => {
  it('is forgotten with its secrets when its form is closed', async () => {
    const client = createQueryClient();
    const cache = client.getMutationCache();
    const removed = new Promise<void>((resolve) => {
      cache.subscribe(({ type }) => type === 'removed' && resolve());
    });
    const change = new MutationObserver(client, { mutationFn: (secret: string) => Promise.resolve(secret) });
    const close = change.subscribe(() => undefined);
    assert.equal(await change.mutate('svc_sentinel'), 'svc_sentinel');
    assert.equal(cache.getAll().length, 1);
    close();
    await removed;
    assert.equal(cache.getAll().length, 0);
  });
});

describe('a refusal for want of permission', () => {
  it('makes the permissions be read again, because the role may be another one now', async () => {
    const client = createQueryClient();
    const key = toKey('shop', 'GET /account', {});
    const isStale = (): boolean | undefined => client.getQueryState(key)?.isInvalidated;
    for (const [status, expected] of [
      [404, false],
      [403, true],
    ] as const) {
      client.setQueryData(key, {});
      const queryFn = (): Promise<never> => Promise.reject(new ApiError(status, 'x', 'x', {}));
      await client.fetchQuery({ queryKey: ['shop', 'GET /flags', status], queryFn }).catch(() => undefined);
      assert.equal(isStale(), expected, `a list with ${status}`);
      client.setQueryData(key, {});
      await new MutationObserver(client, { mutationFn: queryFn }).mutate().catch(() => undefined);
      assert.equal(isStale(), expected, `a change with ${status}`);
    }
  });

  it('does not make the permissions be read again if they are what is refused', async () => {
    const client = createQueryClient();
    const queryKey = toKey('shop', 'GET /account', {});
    let asked = 0;
    const queryFn = (): Promise<never> => {
      asked++;
      // Without an end, the endless requests of a failure would leave the test no turn.
      return asked > 5 ? new Promise(() => undefined) : Promise.reject(new ApiError(403, 'x', 'x', {}));
    };
    const observer = new QueryObserver(client, { queryKey, queryFn });
    const end = observer.subscribe(() => undefined);
    for (let nth = 0; nth < 20; nth++) await setImmediate();
    end();
    assert.equal(asked, 1);
  });
});
