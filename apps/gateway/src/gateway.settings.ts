import { REDIS_SETTINGS } from '@svc/cache/settings';
import { optional, rpcAddressSetting, rpcListenSetting, RPC_SETTINGS, setting, type ConfigOf } from '@svc/config';
import { ENCRYPTION_SETTINGS } from '@svc/encryption/settings';
import { LOG_KEY_SETTINGS } from '@svc/event-log/settings';
import { CONNECTION_SETTINGS, toConnectionLimits } from '@svc/http';
import { TLS_SETTINGS, toCertificateFiles } from '@svc/http';
import { MIGRATION_SETTINGS } from '@svc/migrations';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';
import { MAIL_SETTINGS } from '@svc/outbound/mail/settings';
import { EGRESS_SETTINGS } from '@svc/outbound/settings';
import { CURSOR_SETTINGS } from '@svc/pagination/settings';
import { DATABASE_OWNER_SETTINGS, DATABASE_SETTINGS } from '@svc/relational/settings';
import ipaddr from 'ipaddr.js';
import { AUDIT_SETTINGS } from './audit/shipping/audit.settings.js';
import { isClientItem, toClients } from './auth/oauth/clients.js';
import type { OAuthOptions } from './auth/oauth/oauth-options.js';
import type { OidcOptions } from './auth/oidc/provider.js';
import type { HttpOptions } from './http/http-options.js';
import type { MailOptions } from './workspace/mail/mailer.js';

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

/** Redirect addresses of common agents on the machine of the user, and of two editors. */
const DEFAULT_CLIENTS = [
  ...['127.0.0.1', 'localhost'].flatMap((host) =>
    ['/', '/callback', '/oauth/callback'].map((path) => `svc-mcp=http://${host}${path}`),
  ),
  'svc-mcp=cursor://anysphere.cursor-mcp/oauth/callback',
  'svc-mcp=https://vscode.dev/redirect',
];

/** Settings of the addresses at which users reach the service, and of e-mail to them. */
export const USER_SETTINGS = {
  SVC_PUBLIC_URL: optional(
    setting.origin({
      description: 'Public address of the HTTP interface, for links and logins; the listen address by default',
    }),
  ),
  SVC_PUBLIC_INGEST_URL: optional(
    setting.origin({
      description:
        'Public address of the ingestion interface, which `svc login` stores. By default, a process that serves both interfaces without SVC_PUBLIC_URL names the host of the request',
    }),
  ),
  SVC_REPLAY_ORIGIN: optional(
    setting.origin({
      description:
        'Second public address of the HTTP interface, at which recordings are played and nothing else is served, such as https://replay.example: what strangers recorded then shares neither cookies nor storage with SVC_PUBLIC_URL, which it needs. By default they are played at that address',
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
  SVC_OAUTH_CLIENTS: setting.list({
    default: DEFAULT_CLIENTS,
    isValid: isClientItem,
    reason: 'must be items such as my-agent=http://127.0.0.1/callback',
    description:
      'Public clients that users may authorize for the MCP endpoint with an authorization code, comma-separated: <client ID>=<redirect address>, several items for several addresses. The port of an address on the machine of the user is free. The default is one client for the agents that listen there',
  }),
  SVC_OAUTH_CLIENT_DOCUMENTS: setting.flag({
    default: false,
    description:
      'Whether clients that are not registered may be described by a document at the https address that is their client ID. The service then requests addresses that strangers name, through its egress guard',
  }),
  ...EGRESS_SETTINGS,
} as const;

/**
 * Converts the settings about users to options of the gateway.
 *
 * @throws Error when the provider is only partly configured, or the address of recordings without the public one.
 */
export function toUserOptions(config: ConfigOf<typeof USER_SETTINGS>): {
  readonly publicUrl: string | undefined;
  readonly publicIngestUrl: string | undefined;
  readonly replayOrigin: string | undefined;
  readonly mail: MailOptions | undefined;
  readonly oidc: OidcOptions | undefined;
  readonly oauth: OAuthOptions;
} {
  const { SVC_SMTP_URL: smtpUrl, SVC_PUBLIC_URL: publicUrl, SVC_REPLAY_ORIGIN: replayOrigin } = config;
  if (replayOrigin !== undefined && (publicUrl === undefined || new URL(replayOrigin).host === new URL(publicUrl).host))
    throw new Error('SVC_REPLAY_ORIGIN: needs SVC_PUBLIC_URL with another host');
  return {
    publicUrl,
    publicIngestUrl: config.SVC_PUBLIC_INGEST_URL,
    replayOrigin,
    mail: smtpUrl === undefined ? undefined : { smtpUrl, from: config.SVC_MAIL_FROM },
    oidc: oidcOptions(config),
    oauth: {
      clients: toClients(config.SVC_OAUTH_CLIENTS),
      readsClientDocuments: config.SVC_OAUTH_CLIENT_DOCUMENTS,
      egressAllow: config.SVC_EGRESS_ALLOW,
    },
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
  ...DATABASE_SETTINGS,
  ...DATABASE_OWNER_SETTINGS,
  ...ENCRYPTION_SETTINGS,
  ...CURSOR_SETTINGS,
  ...REDIS_SETTINGS,
  SVC_RPC_LISTEN: rpcListenSetting(7001),
  SVC_QUERY_ADDRESS: rpcAddressSetting('query', 7002),
  SVC_ALERTING_ADDRESS: rpcAddressSetting('alerting', 7003),
  SVC_EXPORTS_ADDRESS: rpcAddressSetting('exports', 7004),
  SVC_INTEGRATIONS_ADDRESS: rpcAddressSetting('integrations', 7005),
} as const;
