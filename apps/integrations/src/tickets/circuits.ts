import { LRUCache } from 'lru-cache';
import { ProviderError } from './providers/index.js';

/** Failures in a row after which a connection is closed. */
export const CLOSING_FAILURES = 5;
/** Interval at which one request finds out whether the provider of a closed connection answers again. */
export const PROBE_MS = 60_000;
const MAX_CIRCUITS = 10_000;

interface Circuit {
  failures: number;
  /** Milliseconds; before this time a closed connection is not used. */
  nextProbeMs: number;
}

/**
 * Circuit breakers of connections. A provider that does not answer would otherwise keep the places of a queue for the
 * whole timeout of each request, and the tickets of other connections would wait.
 */
export class Circuits {
  readonly #circuits = new LRUCache<string, Circuit>({ max: MAX_CIRCUITS });

  /** @param clock milliseconds. */
  constructor(private readonly clock: () => number) {}

  /**
   * Runs a request of a connection.
   *
   * @param key names the connection and its settings; other settings start with no failures.
   * @throws ProviderError provider_unavailable without a request while the connection is closed.
   */
  async run<Result>(key: string, request: () => Promise<Result>): Promise<Result> {
    this.#enter(key);
    try {
      const result = await request();
      this.#circuits.delete(key);
      return result;
    } catch (error) {
      if (error instanceof ProviderError) {
        // Any other refusal, and a time to wait, are answers.
        if (error.code === 'provider_unavailable' && error.retryAfterMs === undefined) this.#fail(key);
        else this.#circuits.delete(key);
      }
      throw error;
    }
  }

  /** The request that is let through is the probe; the others wait for the next one. */
  #enter(key: string): void {
    const circuit = this.#circuits.get(key);
    if (!circuit || circuit.failures < CLOSING_FAILURES) return;
    const waitMs = circuit.nextProbeMs - this.clock();
    if (waitMs > 0) throw new ProviderError('provider_unavailable', waitMs);
    circuit.nextProbeMs = this.clock() + PROBE_MS;
  }

  #fail(key: string): void {
    const failures = (this.#circuits.get(key)?.failures ?? 0) + 1;
    this.#circuits.set(key, { failures, nextProbeMs: this.clock() + PROBE_MS });
  }
}
