import assert from 'node:assert/strict';
import { Circuits, CLOSING_FAILURES, PROBE_MS } from './circuits.js';
import { ProviderError } from './providers/index.js';

describe('the circuit breaker of a connection', () => {
  let now: number;
  let requests: string[];
  let circuits: Circuits;
  beforeEach(() => {
    now = 1_000;
    requests = [];
    circuits = new Circuits(() => now);
  });

  const run = (key: string, outcome: ProviderError | string = 'done'): Promise<string> =>
    circuits.run(key, async () => {
      requests.push(key);
      await Promise.resolve();
      if (typeof outcome !== 'string') throw outcome;
      return outcome;
    });
  const failure = new ProviderError('provider_unavailable');
  const fail = (key: string): Promise<void> => assert.rejects(run(key, failure), { code: 'provider_unavailable' });
  const close = async (key: string): Promise<void> => {
    for (let times = 0; times < CLOSING_FAILURES; times += 1) await fail(key);
    requests = [];
  };

  it('closes after failures in a row, with the time of the next probe, and leaves other connections open', async () => {
    await close('slow');
    await assert.rejects(run('slow'), { code: 'provider_unavailable', retryAfterMs: PROBE_MS });
    assert.deepEqual(requests, []);
    assert.equal(await run('other'), 'done');
    assert.equal(await run('slow with a new address'), 'done');
  });

  it('lets one request through when the pause is over, and opens if it succeeds', async () => {
    await close('slow');
    now += PROBE_MS;
    const probe = run('slow');
    await assert.rejects(run('slow'), { code: 'provider_unavailable' });
    assert.equal(await probe, 'done');
    assert.equal(await run('slow'), 'done');
    assert.equal(requests.length, 2);
  });

  it('stays closed for another pause if the probe fails', async () => {
    await close('slow');
    now += PROBE_MS;
    await fail('slow');
    now += PROBE_MS - 1;
    await assert.rejects(run('slow'), { retryAfterMs: 1 });
    assert.equal(requests.length, 1);
  });

  it('counts only failures in a row, and no refusal that the provider has answered', async () => {
    const waiting = new ProviderError('provider_unavailable', 30_000);
    for (const outcome of ['done', new ProviderError('provider_rejected'), new ProviderError('not_found'), waiting]) {
      for (let times = 1; times < CLOSING_FAILURES; times += 1) await fail('mixed');
      await run('mixed', outcome).catch(() => undefined);
    }
    assert.equal(await run('mixed'), 'done');
  });
});
