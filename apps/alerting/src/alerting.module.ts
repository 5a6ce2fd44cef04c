import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { RpcCredentials } from '@svc/rpc';
import { StoresModule, type Stores } from '@svc/runtime';
import { AlertsModule } from './alerts/index.js';
import { AnomaliesModule } from './anomalies/index.js';
import { EscalationModule } from './escalation/index.js';
import { IncidentsModule } from './incidents/index.js';
import { InvestigationsModule } from './investigations/index.js';
import { OncallModule } from './oncall/index.js';
import { RulesModule } from './rules/index.js';
import { QUERY_SERVICE } from './tokens.js';

export interface AlertingOptions {
  /**
   * Address and credentials of the query service, which owns the issues, releases and flags that responders see with an
   * incident.
   */
  readonly query: RpcCredentials & { readonly address: string };
}

/** Stores that the process of the alerting service provides. */
export type AlertingStores = Required<Pick<Stores, 'cursorSecret' | 'logger' | 'relational'>> &
  Pick<Stores, 'clock' | 'metrics'>;

/** The alerting service: rules, silences, anomalies, incidents, on-call schedules and escalation. Each domain adds its module here. */
@Global()
@Module({
  imports: [
    AlertsModule,
    AnomaliesModule,
    EscalationModule,
    IncidentsModule,
    InvestigationsModule,
    OncallModule,
    RulesModule,
  ],
})
export class AlertingModule {
  /** Builds the module over the stores that the process provides. */
  static with({ query }: AlertingOptions): DynamicModule {
    const providers = [{ provide: QUERY_SERVICE, useValue: query }];
    return { module: AlertingModule, providers, exports: providers };
  }

  /** The service as the root module of a separate process. */
  static root(options: AlertingOptions, stores: AlertingStores): DynamicModule {
    return { ...AlertingModule.with(options), imports: [StoresModule.with(stores)] };
  }
}
