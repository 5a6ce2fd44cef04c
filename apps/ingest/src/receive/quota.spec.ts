import assert from 'node:assert/strict';
import { MemoryStore } from '@svc/cache';
import { Quota } from './quota.js';

describe('the quota of a project', () => {
  const store = new MemoryStore();
  const quota = new Quota(100, (points) => store.rateLimiter({ name: 'quota', points, windowSeconds: 60 }));
  afterAll(() => store.close());

  it('applies the quota of all projects, the own one, or none', async () => {
    await quota.consume({ id: 'usual' }, 100);
    await assert.rejects(quota.consume({ id: 'usual' }, 1), { code: 'rate_limited' });
    await quota.consume({ id: 'large', ingestQuotaBytes: 1_000n }, 1_000);
    await assert.rejects(quota.consume({ id: 'large', ingestQuotaBytes: 1_000n }, 1), { code: 'rate_limited' });
    await quota.consume({ id: 'free', ingestQuotaBytes: 0n }, 1e12);
  });

  it('holds as soon as it is known', async () => {
    await quota.consume({ id: 'changed' }, 100);
    await quota.consume({ id: 'changed', ingestQuotaBytes: 500n }, 100);
    await assert.rejects(quota.consume({ id: 'changed', ingestQuotaBytes: 50n }, 51), { code: 'rate_limited' });
  });
});
