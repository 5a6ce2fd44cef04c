import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { mock } from 'node:test';

/** The part of the internal class of kafkajs that is patched in `patches/`. */
interface RequestQueue {
  push(request: { readonly entry: object; readonly expectResponse: boolean; readonly sendRequest: () => void }): void;
  fulfillRequest(response: { readonly correlationId: number; readonly payload: null; readonly size: number }): void;
  maybeThrottle(ms: number): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}
type RequestQueueClass = new (options: object) => RequestQueue;

const Queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as RequestQueueClass;

const ignore = (): void => undefined;

describe('the request queue of kafkajs', () => {
  let queue: RequestQueue;
  let sent: number[];
  /** The delays of the timers that the queue has set. */
  let delays: unknown[];
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
    sent = [];
    delays = [];
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const original = globalThis[name] as (...call: unknown[]) => unknown;
      mock.method(globalThis, name, (...call: unknown[]) => {
        delays.push(call[1]);
        return original(...call);
      });
    }
    queue = new Queue({
      maxInFlightRequests: 1,
      requestTimeout: 15_000,
      enforceRequestTimeout: true,
      clientId: 'svc',
      broker: '127.0.0.1:9092',
      logger: { debug: ignore, warn: ignore },
    });
  });
  afterEach(() => {
    queue.destroy();
    mock.restoreAll();
    mock.timers.reset();
  });

  const push = (correlationId: number): void =>
    queue.push({
      entry: { correlationId, resolve: ignore, reject: ignore },
      expectResponse: true,
      sendRequest: () => void sent.push(correlationId),
    });
  const answer = (correlationId: number): void => queue.fulfillRequest({ correlationId, payload: null, size: 0 });

  it('sets no timer when nothing is pending', () => {
    push(1);
    answer(1);
    assert.deepEqual([sent, delays], [[1], []]);
  });

  it('stops its timer after pending requests were sent', () => {
    push(1);
    push(2);
    assert.equal(delays.length, 1);
    answer(1);
    answer(2);
    mock.timers.tick(60_000);
    assert.deepEqual([sent, delays.length], [[1, 2], 1]);
  });

  it('sends a throttled request when the throttling ends', () => {
    queue.maybeThrottle(500);
    push(1);
    mock.timers.tick(499);
    assert.deepEqual(sent, []);
    mock.timers.tick(1);
    assert.deepEqual(sent, [1]);
  });

  it('looks for requests without a response once a second', () => {
    queue.scheduleRequestTimeoutCheck();
    assert.deepEqual(delays, [1_000]);
  });
});
