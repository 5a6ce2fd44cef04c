import { Module, type DynamicModule } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { KeyRing } from '@svc/encryption';
import type { Logger } from '@svc/observability';
import { createCursors } from '@svc/pagination';
import type { Relational } from '@svc/relational';
import {
  CLOCK,
  CURSORS,
  KEY_RING,
  LOGGER,
  PUB_SUB,
  RATE_LIMITERS,
  RELATIONAL,
  type Clock,
  type RateLimiters,
} from '@svc/service';
import { PUBLIC_URL, type PublicUrl } from './http/public-url.js';
import { MAILER, type Mailer } from './mail/mailer.js';

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
      { provide: KEY_RING, useValue: stores.keyRing },
      { provide: CURSORS, useValue: createCursors(stores.cursorSecret) },
    ];
    return { module: StoresModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}
