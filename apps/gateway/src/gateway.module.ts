import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { sealedRecordingKeys } from '@svc/recordings/keys';
import { StoresModule, type Stores } from '@svc/runtime';
import { JobsModule, Resealer } from '@svc/work';
import { AdmissionModule } from './admission/admission.module.js';
import { RATE_LIMITS, type RateLimits } from './admission/rate-limit.js';
import { AlertmanagerModule } from './alertmanager/alertmanager.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AUDIT_COLLECTOR, type AuditCollector } from './audit/shipping/audit-shipping.js';
import { AuditShippingModule } from './audit/shipping/audit-shipping.module.js';
import { AuthModule } from './auth/auth.module.js';
import { OAUTH_OPTIONS, type OAuthOptions } from './auth/oauth/oauth-options.js';
import { OIDC_OPTIONS, type OidcOptions } from './auth/oidc/provider.js';
import { SETUP_TOKEN_HASH } from './auth/setup/setup.service.js';
import { CalendarFeedsController } from './calendars/calendar-feeds.controller.js';
import { ClientPackageController } from './client/client-package.controller.js';
import { ConnectionPagesModule } from './connections/connection-pages.module.js';
import { ConsoleModule } from './console/console.module.js';
import { DocsController } from './docs/docs.controller.js';
import { ExportDownloadsController } from './exports/export-downloads.controller.js';
import { AlertIntake } from './external-alerts/alert-intake.js';
import { ExternalAlertsController } from './external-alerts/external-alerts.controller.js';
import { PagerDutyController } from './external-alerts/pagerduty.controller.js';
import { FlagOperations } from './flags/flag-operations.js';
import { FlagsModule } from './flags/flags.module.js';
import { HealthController } from './health/health.controller.js';
import { ErrorFilter } from './http/error.filter.js';
import type { HttpOptions } from './http/http-options.js';
import { HttpServer } from './http/http-server.js';
import {
  INGEST_URL,
  PUBLIC_URL,
  createIngestUrl,
  toLocalUrl,
  type IngestAddress,
  type PublicUrl,
} from './http/public-url.js';
import { JaegerModule } from './jaeger/jaeger.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from './operations/operations-options.js';
import { OperationsModule } from './operations/operations.module.js';
import { PrometheusController } from './prometheus/prometheus.controller.js';
import { RecipientAudit } from './recipients/recipient-audit.js';
import { RecipientPagesController } from './recipients/recipient-pages.controller.js';
import { REPLAY_ORIGIN, ReplayFrameController } from './replay/replay-frame.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';
import { sealedEntries } from './workspace/configuration/sealed-entries.js';
import { MAILER, openMailer, type Mailer, type MailOptions } from './workspace/mail/mailer.js';
import { ERASURE_ADDRESS, ProjectErasureService } from './workspace/projects/erasure/project-erasure.service.js';
import { sealedTotpSecrets } from './workspace/second-factor/sealed-totp-secrets.js';
import { SINGLE_SIGN_ON } from './workspace/users/single-sign-on.js';
import { WorkspaceModule } from './workspace/workspace.module.js';

/** The options with which a process runs the gateway. */
export interface GatewayOptions extends OperationsOptions {
  /** The address at which the HTTP interface listens. */
  readonly http: HttpOptions;
  /** The URL at which browsers reach the service; the address at which it listens when absent. */
  readonly publicUrl?: string | undefined;
  /** The URL at which clients reach ingestion, if it has a public address of its own. */
  readonly publicIngestUrl?: string | undefined;
  /** The second URL at which browsers reach the service, to play recordings there; `publicUrl` when absent. */
  readonly replayOrigin?: string | undefined;
  /** The address at which ingestion listens, if this process serves it too. */
  readonly ingest?: IngestAddress['sameHost'];
  /** No e-mail is sent when absent. */
  readonly mail?: MailOptions | undefined;
  /** Receives a copy of the audit log; none when absent. */
  readonly auditCollector?: AuditCollector | undefined;
  /** Users sign in only with passwords when absent. */
  readonly oidc?: OidcOptions | undefined;
  /** Clients that users may authorize; none when absent. */
  readonly oauth?: OAuthOptions | undefined;
  /** SHA-256 hash of the token with which the page /setup creates the first account; the page is not served when absent. */
  readonly setupTokenHash?: Uint8Array | undefined;
  /** No limit when absent. */
  readonly rateLimits?: RateLimits | undefined;
}

/**
 * The stores that the process provides to the gateway. The database is migrated and has a workspace
 * (`bootstrapWorkspace`).
 */
export type GatewayStores = Required<
  Pick<Stores, 'cacheStore' | 'cursorSecret' | 'health' | 'keyRing' | 'logger' | 'relational'>
> &
  Pick<Stores, 'clock' | 'logKeys' | 'metrics'>;

/** One module for all that run operations. */
const operations = OperationsModule.with({ imports: [FlagsModule], local: [FlagOperations] });

/** The HTTP interface and the workspace domain. */
@Global()
@Module({
  imports: [
    AdmissionModule,
    AlertmanagerModule.with(operations),
    AuditModule,
    AuditShippingModule,
    AuthModule,
    ConnectionPagesModule,
    ConsoleModule,
    FlagsModule,
    JaegerModule,
    JobsModule,
    McpModule.with(operations),
    operations,
    WorkspaceModule,
  ],
  controllers: [
    CalendarFeedsController,
    ClientPackageController,
    DocsController,
    ExportDownloadsController,
    ExternalAlertsController,
    HealthController,
    PagerDutyController,
    PrometheusController,
    RecipientPagesController,
    ReplayFrameController,
    WebhooksController,
  ],
  providers: [
    AlertIntake,
    HttpServer,
    ProjectErasureService,
    RecipientAudit,
    Resealer.of(sealedEntries, sealedRecordingKeys, sealedTotpSecrets),
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [HttpServer],
})
export class GatewayModule implements OnApplicationShutdown {
  constructor(@Inject(MAILER) private readonly mailer: Mailer | undefined) {}

  /** Configures the module with the stores that the process provides. */
  static with(options: GatewayOptions): DynamicModule {
    const providers = toProviders(options);
    return { module: GatewayModule, providers, exports: providers };
  }

  /** The service as the root of a process of its own. */
  static root(options: GatewayOptions, stores: GatewayStores): DynamicModule {
    return { ...GatewayModule.with(options), imports: [StoresModule.with(stores)] };
  }

  onApplicationShutdown(): void {
    this.mailer?.close();
  }
}

const NO_CLIENTS: OAuthOptions = { clients: new Map(), readsClientDocuments: false, egressAllow: [] };

function toProviders({
  http,
  publicUrl,
  publicIngestUrl,
  replayOrigin,
  ingest,
  auditCollector,
  mail,
  oidc,
  oauth = NO_CLIENTS,
  setupTokenHash,
  rateLimits,
  ...operations
}: GatewayOptions): Provider[] {
  const { addresses, credentials } = operations;
  return [
    { provide: OPERATIONS_OPTIONS, useValue: operations },
    { provide: ERASURE_ADDRESS, useValue: { ...credentials, address: addresses.query } },
    { provide: AUDIT_COLLECTOR, useValue: auditCollector },
    { provide: OIDC_OPTIONS, useValue: oidc },
    { provide: OAUTH_OPTIONS, useValue: oauth },
    { provide: SINGLE_SIGN_ON, useValue: oidc !== undefined },
    { provide: SETUP_TOKEN_HASH, useValue: setupTokenHash },
    { provide: RATE_LIMITS, useValue: rateLimits },
    { provide: REPLAY_ORIGIN, useValue: replayOrigin },
    {
      provide: INGEST_URL,
      // If a proxy is in front of the service, the ports of the process are not the ones that clients reach.
      useValue: createIngestUrl({ url: publicIngestUrl, sameHost: publicUrl === undefined ? ingest : undefined }),
    },
    { provide: MAILER, useFactory: () => mail && openMailer(mail) },
    {
      provide: PUBLIC_URL,
      inject: [HttpServer],
      useFactory:
        (server: HttpServer): PublicUrl =>
        () =>
          publicUrl ?? toLocalUrl(http.host, server.port, http.certificateFiles ? 'https' : 'http'),
    },
  ];
}
