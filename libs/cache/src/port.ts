/**
 * Short-lived shared state: cache, publish/subscribe, leases and rate limits. Nothing here is a source of truth: losing all
 * of it costs time or a repeated notification, never data.
 */

/**
 * Values that may vanish at any moment: at their time to live, under memory pressure, or with the server that holds them.
 * A store that does not answer reads as empty and drops what is set, so callers need no path for its failure.
 */
export interface Cache {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Sets the value only where none is; true when it did. While the store does not answer the result is true: use it to spare
   * work, not to exclude others (that is a lease).
   */
  add(key: string, value: string, ttlMs: number): Promise<boolean>;
  delete(key: string): Promise<void>;
}

export interface Subscription {
  /** No message is delivered after this resolves. Safe to call twice. */
  close(): Promise<void>;
}

/** Called with each message in the order of publication; an exception from it is dropped and hurts no other listener. */
export type Listener = (message: string) => void;

/**
 * Messages to the current listeners, at most once: a listener that reconnects has missed what was published meanwhile.
 * Consumers must treat a message as a hint to look again, or be content to lose some.
 */
export interface PubSub {
  /** Resolves when the message is handed to the store; a store that does not answer swallows it. */
  publish(channel: string, message: string): Promise<void>;
  /** Resolves when messages published from now on will arrive, or at once (arriving later) while the store does not answer. */
  subscribe(channel: string, listener: Listener): Promise<Subscription>;
}

/** The right to do one thing alone, until its time to live passes without renewal. */
export interface Lease {
  readonly name: string;
  /**
   * Fencing token: grows with every holder of this name. A resource that remembers the highest token it has seen can refuse
   * a holder whose lease ran out unnoticed.
   */
  readonly token: number;
  /** Another full time to live; false when the lease is lost, after which the holder must stop. */
  renew(): Promise<boolean>;
  /** Gives the lease back if it is still held. Safe to call twice. */
  release(): Promise<void>;
}

export interface Leases {
  /**
   * Undefined when another process holds it. Rejects with `unavailable` when the store does not answer: a lease is never
   * granted in doubt.
   */
  acquire(name: string, ttlMs: number): Promise<Lease | undefined>;
}

export interface RateDecision {
  readonly allowed: boolean;
  /** Points left in the running window, never negative. */
  readonly remaining: number;
  /** Whole seconds until the next window starts, at least 1. */
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Takes points from the key's window, which opens with its first use. Never rejects. */
  consume(key: string, points?: number): Promise<RateDecision>;
}

export interface RateLimiterOptions {
  /** Separates the windows of limiters that share keys. */
  readonly name: string;
  /** Points per window. */
  readonly points: number;
  readonly windowSeconds: number;
}

/** The four ports of one store. */
export interface CacheStore {
  readonly cache: Cache;
  readonly pubSub: PubSub;
  readonly leases: Leases;
  rateLimiter(options: RateLimiterOptions): RateLimiter;
  /** Rejects with `unavailable` when the store does not answer. */
  check(): Promise<void>;
  /** Ends subscriptions, timers and connections. Safe to call twice. */
  close(): Promise<void>;
}
