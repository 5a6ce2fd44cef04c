import { Module, type DynamicModule } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';

export const RELATIONAL = Symbol('relational');
export const PUB_SUB = Symbol('pub-sub');
export const LOGGER = Symbol('logger');
export const CLOCK = Symbol('clock');

/** Milliseconds since the epoch. */
export type Clock = () => number;

export interface Stores {
  readonly relational: Relational;
  readonly pubSub: PubSub;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Hands what the process was started with to every domain. */
@Module({})
export class StoresModule {
  static with({ relational, pubSub, logger, clock }: Stores): DynamicModule {
    const providers = [
      { provide: RELATIONAL, useValue: relational },
      { provide: PUB_SUB, useValue: pubSub },
      { provide: LOGGER, useValue: logger },
      { provide: CLOCK, useValue: clock },
    ];
    return { module: StoresModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}
