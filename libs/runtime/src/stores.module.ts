import 'reflect-metadata';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { CacheStore } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import type { KeyRing } from '@svc/encryption';
import type { EventLog } from '@svc/event-log';
import type { LogKeys } from '@svc/event-log/keys';
import type { Idempotency } from '@svc/idempotency';
import type { ObjectStore } from '@svc/objects';
import type { HealthRegistry, Logger, Metrics } from '@svc/observability';
import { createCursors, createResumeIds } from '@svc/pagination';
import type { RecordingKeys } from '@svc/recordings/keys';
import type { Relational } from '@svc/relational';
import {
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
} from './tokens.js';

/** The default of SVC_EVENT_LOG_KEY_MAX_AGE_SECONDS. */
const LOG_KEY_MAX_AGE_MS = 720_000;

/** The stores that a process opens before its services start and closes after they have stopped. */
export interface Stores {
  readonly logger: Logger;
  /** The system clock by default. */
  readonly clock?: Clock;
  /** The migrated relational store. */
  readonly relational?: Relational;
  readonly columnStore?: ColumnStore;
  readonly eventLog?: EventLog;
  readonly cacheStore?: CacheStore;
  readonly objects?: ObjectStore;
  /** Seals secrets, and the keys of recordings. */
  readonly keyRing?: KeyRing;
  /** Keys that cannot be created, but are still found, by default. */
  readonly logKeys?: LogKeys;
  /** Signs cursors and seals the IDs of streams: at least 16 characters, the same in all processes and after a restart. */
  readonly cursorSecret?: string;
  readonly health?: HealthRegistry;
  readonly metrics?: Metrics;
}

/** Provides the stores of a process to every module in it. Missing stores are not provided. */
@Module({})
export class StoresModule {
  static with(stores: Stores): DynamicModule {
    const { cacheStore, cursorSecret, relational, keyRing, clock = Date.now } = stores;
    const values: readonly (readonly [symbol, unknown])[] = [
      [CACHE_STORE, cacheStore],
      [CLOCK, clock],
      [COLUMN_STORE, stores.columnStore],
      [CURSORS, cursorSecret === undefined ? undefined : createCursors(cursorSecret)],
      [EVENT_LOG, stores.eventLog],
      [HEALTH, stores.health],
      [KEY_RING, keyRing],
      [LOGGER, stores.logger],
      [METRICS, stores.metrics],
      [OBJECT_STORE, stores.objects],
      [PUB_SUB, cacheStore?.pubSub],
      [
        RATE_LIMITERS,
        cacheStore && ((options: Parameters<CacheStore['rateLimiter']>[0]) => cacheStore.rateLimiter(options)),
      ],
      [RELATIONAL, relational],
      [RESUME_IDS, cursorSecret === undefined ? undefined : createResumeIds(cursorSecret)],
    ];
    const providers: Provider[] = values
      .filter(([, value]) => value !== undefined)
      .map(([provide, useValue]) => ({ provide, useValue }));
    if (relational) {
      providers.push({ provide: IDEMPOTENCY, useFactory: () => openIdempotency(relational) });
      providers.push({ provide: LOG_KEYS, useFactory: () => stores.logKeys ?? openLogKeys(relational, clock) });
    }
    if (relational && keyRing)
      providers.push({ provide: RECORDING_KEYS, useFactory: () => openRecordingKeys(relational, keyRing, clock) });
    return { module: StoresModule, global: true, providers, exports: providers };
  }
}

/** Loaded only if Postgres is used, because its client is larger than all of ingestion. */
async function openIdempotency(relational: Relational): Promise<Idempotency> {
  const { createIdempotency } = await import('@svc/idempotency');
  return createIdempotency(relational);
}

async function openLogKeys(relational: Relational, clock: Clock): Promise<LogKeys> {
  const { LogKeys } = await import('@svc/event-log/keys');
  return new LogKeys({ relational, clock, maxAgeMs: LOG_KEY_MAX_AGE_MS });
}

async function openRecordingKeys(relational: Relational, keyRing: KeyRing, clock: Clock): Promise<RecordingKeys> {
  const { RecordingKeys } = await import('@svc/recordings/keys');
  return new RecordingKeys({ relational, keyRing, clock });
}
