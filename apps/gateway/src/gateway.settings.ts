import { RPC_SETTINGS, optional, setting, type ConfigOf } from '@svc/config';
import { LOG_KEY_SETTINGS } from '@svc/event-log/settings';
import { CONNECTION_SETTINGS, toConnectionLimits } from '@svc/http';
import { TLS_SETTINGS, toCertificateFiles } from '@svc/http';
import { MIGRATION_SETTINGS } from '@svc/migrations';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';
import { MAIL_SETTINGS } from '@svc/outbound/mail/settings';
import { EGRESS_SETTINGS } from '@svc/outbound/settings';
import ipaddr from 'ipaddr.js';
import { AUDIT_SETTINGS } from './audit/shipping/audit.settings.js';
import type { OidcOptions } from './auth/oidc/provider.js';
import type { HttpOptions } from './http/http-options.js';
import type { MailOptions } from './workspace/mail/mailer.js';

const APP_ADDRESS = /^(unix:\/.+|[^:,\s]+:\d+(,[^:,\s]+:\d+)*|\[[0-9a-fA-F:]+\]:\d+)$/;

const address = (app: string, port: number) =>
  setting.text({
    default: `127.0.0.1:${port}`,
    pattern: APP_ADDRESS,
    reason: 'must be host:port, a list of them, or unix:/path',
    description: `gRPC address of the ${app} service, or the IPv4 addresses of its processes, comma-separated`,
  });

/** Settings of the HTTP interface in every deployment. */
export const HTTP_SETTINGS = {
  ...TLS_SETTINGS,
  ...CONNECTION_SETTINGS,
  SVC_HTTP_HOST: setting.text({ default: '127.0.0.1', description: 'Listen address of the HTTP interface' }),
  SVC_HTTP_PORT: setting.port({ default: 8080, description: 'Port of the HTTP interface: /api/v1, /docs, /health' }),
  SVC_TRUSTED_PROXIES: setting.list({
    default: [],
    isValid: (item) => ipaddr.isValid(item) || ipaddr.isValidCIDR(item),
    reason: 'must be IP addresses or networks such as 10.0.0.0/8',
    description:
      'Addresses or networks (CIDR) of reverse proxies, comma-separated. From these, the client is the last address in X-Forwarded-For that is not one of them, for login limits, the audit log and the device page; by default the header is ignored',
  }),
  SVC_RATE_LIMIT: setting.integer({
    default: 30_000,
    min: 0,
    description:
      'Maximum requests of one API key per window; 0 for no limit. The default is 500 per second, more than dashboards and scripts send; raise it for a backend that decides flags more often',
  }),
  SVC_PROJECT_RATE_LIMIT: setting.integer({
    default: 60_000,
    min: 0,
    description:
      'Maximum requests of all credentials to one project per window; 0 for no limit. The default is 1,000 per second, about a quarter of what one process answers',
  }),
  SVC_PUBLISHABLE_RATE_LIMIT: setting.integer({
    default: 3_000,
    min: 0,
    description:
      'Maximum requests with one publishable key from one address per window; 0 for no limit. The default is 50 per second, enough for all visitors of a page behind the address of a large office',
  }),
  SVC_RATE_LIMIT_WINDOW_SECONDS: setting.integer({
    default: 60,
    min: 1,
    description: 'Length of the rate limit window',
  }),
} as const;

/**
 * Converts the settings to the address, the TLS files and the trusted proxies of the HTTP interface.
 *
 * @throws Error if only one of the two TLS files is given.
 */
export function toHttpOptions(config: ConfigOf<typeof HTTP_SETTINGS & typeof USER_SETTINGS>): HttpOptions {
  return {
    host: config.SVC_HTTP_HOST,
    port: config.SVC_HTTP_PORT,
    trustedProxies: config.SVC_TRUSTED_PROXIES,
    certificateFiles: toCertificateFiles(config),
    connections: toConnectionLimits(config),
    isBehindTls: config.SVC_PUBLIC_URL?.startsWith('https:'),
  };
}

/** Settings of the workspace that the first start creates. */
export const BOOTSTRAP_SETTINGS = {
  SVC_BOOTSTRAP_API_KEY: optional(
    setting.secret({
      minLength: 16,
      description: 'API key of the owner, created at the first start; by default random and printed once',
    }),
  ),
  SVC_BOOTSTRAP_EMAIL: optional(
    setting.text({
      description:
        'E-mail address of the first owner, who signs in with SVC_BOOTSTRAP_PASSWORD; an API key cannot create other owners',
    }),
  ),
  SVC_BOOTSTRAP_PASSWORD: optional(
    setting.secret({ minLength: 12, description: 'Password of the first owner; ignored at later starts' }),
  ),
  SVC_BOOTSTRAP_PROJECT: setting.text({
    default: 'default',
    description: 'Slug of the default project, created at the first start',
  }),
  SVC_BOOTSTRAP_ORGANIZATION: setting.text({
    default: 'Default organization',
    description: 'Name of the organization, created at the first start',
  }),
} as const;

/** Settings of the addresses at which users reach the service, and of e-mail to them. */
export const USER_SETTINGS = {
  SVC_PUBLIC_URL: optional(
    setting.text({
      pattern: /^https?:\/\/[^/?#@\s]+$/,
      reason: 'must be an http or https address without a path',
      description: 'Public address of the HTTP interface, for links and logins; the listen address by default',
    }),
  ),
  SVC_PUBLIC_INGEST_URL: optional(
    setting.text({
      pattern: /^https?:\/\/[^/?#@\s]+$/,
      reason: 'must be an http or https address without a path',
      description:
        'Public address of the ingestion interface, which `svc login` stores. By default, a process that serves both interfaces without SVC_PUBLIC_URL names the host of the request',
    }),
  ),
  ...MAIL_SETTINGS,
  SVC_OIDC_ISSUER: optional(
    setting.text({
      pattern: /^https?:\/\/[^?#\s]+$/,
      reason: 'must be an http or https address',
      description:
        'Issuer of the OpenID Connect provider for logins; register the redirect URI <SVC_PUBLIC_URL>/api/v1/auth/oidc/callback there',
    }),
  ),
  SVC_OIDC_CLIENT_ID: optional(setting.text({ description: 'OAuth client ID' })),
  SVC_OIDC_CLIENT_SECRET: optional(setting.secret({ description: 'OAuth client secret' })),
  SVC_OIDC_NAME: setting.text({ default: 'single sign-on', description: 'Display name of the provider' }),
  ...EGRESS_SETTINGS,
} as const;

/**
 * Converts the settings about users to options of the gateway.
 *
 * @throws Error when the provider is only partly configured.
 */
export function toUserOptions(config: ConfigOf<typeof USER_SETTINGS>): {
  readonly publicUrl: string | undefined;
  readonly publicIngestUrl: string | undefined;
  readonly mail: MailOptions | undefined;
  readonly oidc: OidcOptions | undefined;
} {
  const smtpUrl = config.SVC_SMTP_URL;
  return {
    publicUrl: config.SVC_PUBLIC_URL,
    publicIngestUrl: config.SVC_PUBLIC_INGEST_URL,
    mail: smtpUrl === undefined ? undefined : { smtpUrl, from: config.SVC_MAIL_FROM },
    oidc: oidcOptions(config),
  };
}

function oidcOptions(config: ConfigOf<typeof USER_SETTINGS>): OidcOptions | undefined {
  const { SVC_OIDC_ISSUER: issuer, SVC_OIDC_CLIENT_ID: clientId, SVC_OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined) {
    throw new Error('SVC_OIDC_ISSUER needs SVC_OIDC_CLIENT_ID and SVC_OIDC_CLIENT_SECRET');
  }
  return { issuer, clientId, clientSecret, name: config.SVC_OIDC_NAME, egressAllow: config.SVC_EGRESS_ALLOW };
}

export { AUDIT_SETTINGS, toAuditCollector } from './audit/shipping/audit.settings.js';

/** The gateway as a process of its own. */
export const GATEWAY_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...HTTP_SETTINGS,
  ...BOOTSTRAP_SETTINGS,
  ...USER_SETTINGS,
  ...AUDIT_SETTINGS,
  ...RPC_SETTINGS,
  ...LOG_KEY_SETTINGS,
  ...MIGRATION_SETTINGS,
  SVC_RPC_LISTEN: setting.text({ default: '127.0.0.1:7001', description: 'gRPC listen address' }),
  SVC_QUERY_ADDRESS: address('query', 7002),
  SVC_ALERTING_ADDRESS: address('alerting', 7003),
  SVC_EXPORTS_ADDRESS: address('exports', 7004),
  SVC_INTEGRATIONS_ADDRESS: address('integrations', 7005),
  SVC_DATABASE_URL: setting.url({
    protocols: ['postgres:', 'postgresql:'],
    description: 'URL of the Postgres database',
  }),
  SVC_DATABASE_OWNER_URL: optional(
    setting.url({
      protocols: ['postgres:', 'postgresql:'],
      description:
        'URL of the same database with the role that owns the tables, used only to migrate and not at all with SVC_MIGRATIONS=require. The role of SVC_DATABASE_URL then cannot change the audit log; it is created if it does not exist. By default the role of SVC_DATABASE_URL owns the tables',
    }),
  ),
  SVC_DATABASE_POOL: setting.integer({ default: 10, min: 1, description: 'Maximum number of Postgres connections' }),
  SVC_ENCRYPTION_KEYS: setting.secret({
    minLength: 45,
    description:
      'Keys that encrypt stored secrets, as id=key, comma-separated; a key is 32 random bytes in base64. The first key encrypts, all keys decrypt: to rotate, put a new key first and remove the old one after a restart',
  }),
  SVC_CURSOR_SECRET: setting.secret({
    minLength: 16,
    description:
      'Secret that signs pagination cursors and encrypts the IDs of live streams; the same in all processes. A new value invalidates all of them',
  }),
  SVC_REDIS_URL: setting.url({
    protocols: ['redis:', 'rediss:'],
    default: 'redis://127.0.0.1:6379',
    description: 'URL of Redis, for rate limits and publish/subscribe',
  }),
} as const;
