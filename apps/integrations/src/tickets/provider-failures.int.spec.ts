import assert from 'node:assert/strict';
import type { Failure } from '../testing/providers/provider-server.js';
import { PROVIDER_CASES, TicketScene } from '../testing/ticket-scene.js';

/** Larger than any response that is read. */
const LARGE = 'x'.repeat(2 * 1024 * 1024);

/** Short, because a provider that never answers is waited for in several tests. */
const PROVIDER_TIMEOUT_MS = 3_000;

/** Failures of a provider during the creation of a ticket, which may or may not have happened. */
const OUT_OF_ORDER: readonly (readonly [title: string, failure: Failure])[] = [
  ['fails', { status: 500, body: { message: 'internal' } }],
  ['is behind a proxy that cannot reach it', { status: 502 }],
  ['is in maintenance', { status: 503, headers: { 'retry-after': '30' } }],
  ['is too slow for its proxy', { status: 504 }],
  ['gives up on the request', { status: 408 }],
  ['answers with more than anyone reads', { status: 200, body: LARGE }],
  // Longer than a client waits.
  ['does not answer', 'hang'],
];

describe.each(PROVIDER_CASES)('a ticket at $name, which', (providerCase) => {
  let scene: TicketScene;
  beforeAll(async () => {
    scene = await TicketScene.open(undefined, { providerTimeoutMs: PROVIDER_TIMEOUT_MS });
  });
  afterAll(() => scene.server.stop());

  it.concurrent.each(OUT_OF_ORDER)('%s, waits and is created once', async (_title, failure) => {
    const provider = await providerCase.start();
    try {
      provider.isFailing = providerCase.isCreation;
      provider.failures.push(failure);
      const { as, link } = await scene.begin(providerCase, provider);
      const { id } = await link();
      const { error } = await scene.until(id, as, 'retrying');
      assert.deepEqual([error?.code, error?.retryable], ['provider_unavailable', true]);
      scene.passTime(120_000);
      await scene.until(id, as, 'synced');
      assert.equal(provider.issues.length, 1);
    } finally {
      await provider.stop();
    }
  });

  it('redirects, fails for good: nothing is sent to an address that nobody configured', async () => {
    const [provider, other] = [await providerCase.start(), await providerCase.start()];
    try {
      provider.isFailing = providerCase.isCreation;
      provider.failures.push({ status: 307, headers: { location: `${other.url}/elsewhere` } });
      const { as, link } = await scene.begin(providerCase, provider);
      const { id } = await link();
      const { error } = await scene.until(id, as, 'failed');
      assert.deepEqual([error?.code, error?.retryable], ['provider_rejected', false]);
      assert.deepEqual(other.requests, []);
    } finally {
      await provider.stop();
      await other.stop();
    }
  });
});
