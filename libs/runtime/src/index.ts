export { latestPresent } from './clock-tolerance.js';
export { EventLoopYielder, mapYielding, sortYielding } from './event-loop.js';
export { StoresModule, type Stores } from './stores.module.js';
export {
  CACHE_STORE,
  CLOCK,
  COLUMN_STORE,
  CURSORS,
  EVENT_LOG,
  HEALTH,
  IDEMPOTENCY,
  KEY_RING,
  LOG_KEYS,
  LOGGER,
  METRICS,
  OBJECT_STORE,
  PUB_SUB,
  RATE_LIMITERS,
  RECORDING_KEYS,
  RELATIONAL,
  RESUME_IDS,
  type Clock,
  type RateLimiters,
} from './tokens.js';
