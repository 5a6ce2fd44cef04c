import { Module, type DynamicModule } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { StoresModule, type Stores } from '../stores.module.js';
import { Admission, RATE_LIMIT } from './admission.js';
import { Authenticator } from './authenticator.js';
import { ProjectGate } from './project-gate.js';
import type { RateLimitOptions } from './rate-limit.js';

/** Who may ask for what: the part of the HTTP edge that needs stores. Its routes are made from the contract, not declared. */
@Module({ imports: [KeysModule], providers: [Admission, Authenticator, ProjectGate] })
export class EdgeModule {
  static with(stores: Stores, rateLimit: RateLimitOptions | undefined): DynamicModule {
    return {
      module: EdgeModule,
      imports: [StoresModule.with(stores)],
      providers: [{ provide: RATE_LIMIT, useValue: rateLimit }],
    };
  }
}
