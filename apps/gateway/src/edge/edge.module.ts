import { Module, type DynamicModule } from '@nestjs/common';
import { DeviceModule } from '../device/device.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { OidcModule } from '../oidc/oidc.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StoresModule, type Stores } from '../stores.module.js';
import { Admission, RATE_LIMIT } from './admission.js';
import { Authenticator } from './authenticator.js';
import { ProjectGate } from './project-gate.js';
import type { RateLimits } from './rate-limit.js';

/**
 * Who may ask for what, and how people get in: the part of the HTTP edge that needs stores. The routes of operations are made from
 * the contract, not declared.
 */
@Module({
  imports: [DeviceModule, InvitationsModule, KeysModule, OidcModule, SessionsModule],
  providers: [Admission, Authenticator, ProjectGate],
})
export class EdgeModule {
  static with(stores: Stores, rateLimits: RateLimits | undefined): DynamicModule {
    return {
      module: EdgeModule,
      imports: [StoresModule.with(stores)],
      providers: [{ provide: RATE_LIMIT, useValue: rateLimits }],
    };
  }
}
