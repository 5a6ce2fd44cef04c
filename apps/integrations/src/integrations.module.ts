import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { Egress } from '@svc/outbound';
import { loadMailer, type MailOptions } from '@svc/outbound/mail';
import { StoresModule, type Stores } from '@svc/runtime';
import { PUBLIC_URL } from './compose/public-url.js';
import { ConnectionsModule, type OAuthOptions } from './connections/index.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { toIssueUrlRules } from './tickets/issue-url.js';
import { TicketsModule } from './tickets/tickets.module.js';
import {
  DELIVERY_RETENTION_DAYS,
  EGRESS,
  ISSUE_URL_RULES,
  MAILER,
  OAUTH,
  PAGES_URL,
  PROVIDER_TIMEOUT_MS,
} from './tokens.js';

export interface IntegrationsOptions {
  /** No e-mail is sent when absent. */
  readonly mail?: MailOptions | undefined;
  /** Ranges that are not public and that channels may reach. */
  readonly egressAllow?: readonly string[];
  /** Address of the REST interface, for links. */
  readonly publicUrl?: string | undefined;
  /** Address of the pages of the gateway, for links that prove addresses; that of publicUrl by default. */
  readonly pagesUrl?: string | undefined;
  /** Whether plain http may go to public addresses; no by default. */
  readonly egressHttp?: boolean;
  /** 30 by default. */
  readonly deliveryRetentionDays?: number;
  /** Time limit of a request to a ticket provider, in milliseconds; 15,000 by default. */
  readonly providerTimeoutMs?: number;
  /** Hosts besides that of publicUrl that addresses of issues may have; `*` is any. */
  readonly ticketUrlHosts?: readonly string[];
  /** Connections need tokens when absent. */
  readonly oauth?: OAuthOptions;
}

/** Stores that the process of the integrations service provides. */
export type IntegrationsStores = Required<Pick<Stores, 'cursorSecret' | 'keyRing' | 'logger' | 'relational'>> &
  Pick<Stores, 'clock' | 'metrics'>;

/** The integrations service: channels, deliveries, connections and the tickets of issues. */
@Global()
@Module({ imports: [ConnectionsModule, NotificationsModule, TicketsModule] })
export class IntegrationsModule {
  /** Builds the module over the stores that the process provides. */
  static with(options: IntegrationsOptions): DynamicModule {
    const { mail, egressAllow = [], egressHttp = false, publicUrl, deliveryRetentionDays = 30 } = options;
    const providers: Provider[] = [
      { provide: EGRESS, useFactory: () => new Egress({ allow: egressAllow, permitsHttp: egressHttp }) },
      { provide: PUBLIC_URL, useValue: publicUrl },
      { provide: PAGES_URL, useValue: options.pagesUrl ?? publicUrl },
      { provide: DELIVERY_RETENTION_DAYS, useValue: deliveryRetentionDays },
      { provide: PROVIDER_TIMEOUT_MS, useValue: options.providerTimeoutMs ?? 15_000 },
      { provide: ISSUE_URL_RULES, useValue: toIssueUrlRules(publicUrl, options.ticketUrlHosts ?? []) },
      { provide: OAUTH, useValue: options.oauth ?? { clients: {}, publicUrl: undefined } },
      { provide: MAILER, useFactory: () => mail && loadMailer(mail) },
    ];
    return { module: IntegrationsModule, providers, exports: providers };
  }

  /** The service as the root module of a separate process. */
  static root(options: IntegrationsOptions, stores: IntegrationsStores): DynamicModule {
    return { ...IntegrationsModule.with(options), imports: [StoresModule.with(stores)] };
  }
}
