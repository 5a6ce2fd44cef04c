import { Module, type DynamicModule } from '@nestjs/common';
import { Egress } from '@svc/outbound';

/** Injection token of the egress to addresses that recordings name. */
export const REPLAY_EGRESS = Symbol('ReplayEgress');

export interface EgressValues {
  /** Ranges that are not public and that requests may reach nevertheless. */
  readonly SVC_EGRESS_ALLOW: readonly string[];
}

/** The requests of a process to other sites. */
@Module({})
export class EgressModule {
  static with({ SVC_EGRESS_ALLOW: allow }: EgressValues): DynamicModule {
    const provider = { provide: REPLAY_EGRESS, useFactory: () => new Egress({ allow }) };
    return { module: EgressModule, global: true, providers: [provider], exports: [provider] };
  }
}
