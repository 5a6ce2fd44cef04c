import type { CacheStore } from '@svc/cache';

/** Injection tokens of the dependencies that a process provides to its services. */
export const CACHE_STORE = Symbol('CacheStore');
export const CLOCK = Symbol('Clock');
export const COLUMN_STORE = Symbol('ColumnStore');
export const CURSORS = Symbol('Cursors');
export const EVENT_LOG = Symbol('EventLog');
/** The checks that decide whether the process is ready. */
export const HEALTH = Symbol('HealthRegistry');
export const IDEMPOTENCY = Symbol('Idempotency');
/** Encrypts secrets before they are stored. */
export const KEY_RING = Symbol('KeyRing');
/** The keys of projects for the event log. */
export const LOG_KEYS = Symbol('LogKeys');
export const LOGGER = Symbol('Logger');
export const METRICS = Symbol('Metrics');
export const OBJECT_STORE = Symbol('ObjectStore');
export const PUB_SUB = Symbol('PubSub');
export const RATE_LIMITERS = Symbol('RateLimiters');
/** The keys of recorded sessions. */
export const RECORDING_KEYS = Symbol('RecordingKeys');
export const RELATIONAL = Symbol('Relational');
/** Creates the IDs with which clients resume streams. */
export const RESUME_IDS = Symbol('ResumeIdsFactory');

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Creates the rate limiters of one domain. */
export type RateLimiters = CacheStore['rateLimiter'];
