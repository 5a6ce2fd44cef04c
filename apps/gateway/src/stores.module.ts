import { Module, type DynamicModule } from '@nestjs/common';
import type { CacheStore, PubSub } from '@svc/cache';
import type { KeyRing } from '@svc/encryption';
import type { Logger } from '@svc/observability';
import { createCursors } from '@svc/pagination';
import type { Relational } from '@svc/relational';
import type { Mailer } from './mail/mailer.js';

export const RELATIONAL = Symbol('relational');
export const PUB_SUB = Symbol('pub-sub');
export const LOGGER = Symbol('logger');
/** Seals secrets before they are stored. */
export const SECRETS = Symbol('secrets');
export const CURSORS = Symbol('cursors');
export const CLOCK = Symbol('clock');
export const RATE_LIMITERS = Symbol('rate-limiters');
export const MAILER = Symbol('mailer');
export const PUBLIC_URL = Symbol('public-url');

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Makes the limiters of a domain's own. */
export type RateLimiters = CacheStore['rateLimiter'];

/** Where browsers reach the service, without a slash at the end; known once it listens. */
export type PublicUrl = () => string;

export interface Stores {
  readonly relational: Relational;
  readonly pubSub: PubSub;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly rateLimiters: RateLimiters;
  /** Undefined where no e-mail can be sent. */
  readonly mailer: Mailer | undefined;
  readonly publicUrl: PublicUrl;
  /** Signs cursors: at least 16 characters, the same in all processes and after a restart. */
  readonly cursorSecret: string;
  readonly keyRing: KeyRing;
}

/** Hands what the process was started with to every domain. */
@Module({})
export class StoresModule {
  static with(stores: Stores): DynamicModule {
    const providers = [
      { provide: RELATIONAL, useValue: stores.relational },
      { provide: PUB_SUB, useValue: stores.pubSub },
      { provide: LOGGER, useValue: stores.logger },
      { provide: CLOCK, useValue: stores.clock },
      { provide: RATE_LIMITERS, useValue: stores.rateLimiters },
      { provide: MAILER, useValue: stores.mailer },
      { provide: PUBLIC_URL, useValue: stores.publicUrl },
      { provide: SECRETS, useValue: stores.keyRing },
      { provide: CURSORS, useValue: createCursors(stores.cursorSecret) },
    ];
    return { module: StoresModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}
