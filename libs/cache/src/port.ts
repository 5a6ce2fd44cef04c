/**
 * Short-lived shared state: cache, publish/subscribe, leases and rate limits. None of it is a source of truth: losing all
 * of it costs time or a repeated notification, never data.
 */

/**
 * Values that may disappear at any time: after their time to live, under memory pressure, or with the server that holds them.
 * An unavailable store behaves like an empty one that drops values, so callers need not handle its failure.
 */
export interface Cache {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Sets the value only if the key has none; true if it was set. While the store is unavailable the result is true: use
   * it to save work, not for mutual exclusion (use a lease for that).
   */
  add(key: string, value: string, ttlMs: number): Promise<boolean>;
  /**
   * Sets the value only if the key has none, and returns the resulting one. While the store is unavailable it returns
   * the given one, so several callers may each consider their value the winner.
   */
  claim(key: string, value: string, ttlMs: number): Promise<string>;
  /**
   * Adds a whole number, which may be negative, to a counter that begins with 0, and returns the sum. The time to live starts with the
   * first addition. Concurrent callers get different sums. While the store is unavailable the result is the number itself.
   */
  increment(key: string, by: number, ttlMs: number): Promise<number>;
  /**
   * Sets a field of a key only if it has no value, and returns the resulting one; undefined if the key has as many other fields as it may
   * have. The time to live starts with the first field. While the store is unavailable it returns the given value.
   */
  claimField(key: string, field: string, value: string, limits: FieldLimits): Promise<string | undefined>;
  delete(key: string): Promise<void>;
}

export interface FieldLimits {
  readonly maxFields: number;
  readonly ttlMs: number;
}

export interface Subscription {
  /** No message is delivered after this resolves. Safe to call twice. */
  close(): Promise<void>;
}

/** Called with each message in the order of publication; its exceptions are ignored and do not affect other listeners. */
export type Listener = (message: string) => void;

/**
 * Messages to the current listeners, at most once: a listener that reconnects has missed the messages in between.
 * Consumers must treat a message as a hint to check again, or tolerate losses.
 */
export interface PubSub {
  /** Resolves when the message is passed to the store; an unavailable store drops it. */
  publish(channel: string, message: string): Promise<void>;
  /** Resolves when messages published from now on will be delivered, or immediately while the store is unavailable. */
  subscribe(channel: string, listener: Listener): Promise<Subscription>;
}

/** The exclusive right to do something, until its time to live passes without renewal. */
export interface Lease {
  readonly name: string;
  /**
   * Fencing token: increases with every holder of this name. A resource that remembers the highest token it has seen can reject
   * a holder whose lease expired unnoticed.
   */
  readonly token: number;
  /** Extends the lease by its full time to live; false if the lease is lost, after which the holder must stop. */
  renew(): Promise<boolean>;
  /** Releases the lease if it is still held. Safe to call twice. */
  release(): Promise<void>;
}

export interface Leases {
  /**
   * Undefined if another process holds it. Rejects with `unavailable` if the store does not respond: a lease is never
   * granted when its state is unknown.
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
  /** Consumes points of the window of the key, which starts with its first use. Never rejects. */
  consume(key: string, points?: number): Promise<RateDecision>;
  /** Gives all points of the key back. Never rejects. */
  reset(key: string): Promise<void>;
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
  /** Rejects with `unavailable` if the store does not respond. */
  check(): Promise<void>;
  /** Closes subscriptions, timers and connections. Safe to call twice. */
  close(): Promise<void>;
}
