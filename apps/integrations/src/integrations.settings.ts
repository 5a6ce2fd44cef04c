import { optional, RPC_SETTINGS, setting } from '@svc/config';
import { MIGRATION_SETTINGS } from '@svc/migrations';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';
import { MAIL_SETTINGS } from '@svc/outbound/mail/settings';
import { EGRESS_SETTINGS } from '@svc/outbound/settings';
import { OAUTH_SETTINGS } from './connections/oauth/oauth.settings.js';

export { OAUTH_SETTINGS, toOAuthClients } from './connections/oauth/oauth.settings.js';

export const DELIVERY_SETTINGS = {
  SVC_EGRESS_HTTP: setting.flag({
    default: false,
    description:
      'Whether notifications may be sent to public addresses without TLS; the ranges of SVC_EGRESS_ALLOW never require TLS',
  }),
  SVC_DELIVERY_RETENTION_DAYS: setting.integer({
    default: 30,
    min: 1,
    description: 'Days for which the receipts of notifications are kept once they are sent, suppressed or failed',
  }),
} as const;

/** Which addresses of issues tickets may contain. */
export const TICKET_SETTINGS = {
  SVC_TICKET_URL_HOSTS: setting.list({
    default: [],
    isValid: (item) => item === '*' || /^[a-z0-9.-]+(:\d+)?$/.test(item),
    reason: 'must be hosts such as svc.example.com or *',
    description:
      'Hosts, with their port if they have one, that the issue_url of a ticket may have besides that of SVC_PUBLIC_URL; * for any. Without both settings it may have any',
  }),
} as const;

/** The integrations service as a process of its own. */
export const INTEGRATIONS_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...RPC_SETTINGS,
  ...MIGRATION_SETTINGS,
  ...MAIL_SETTINGS,
  ...EGRESS_SETTINGS,
  ...DELIVERY_SETTINGS,
  ...TICKET_SETTINGS,
  ...OAUTH_SETTINGS,
  SVC_RPC_LISTEN: setting.text({ default: '127.0.0.1:7005', description: 'gRPC listen address' }),
  SVC_PUBLIC_URL: optional(
    setting.text({
      pattern: /^https?:\/\/[^/?#@\s]+$/,
      reason: 'must be an http or https address without a path',
      description: 'Public address of the HTTP interface, for links in notifications; without it, they contain none',
    }),
  ),
  SVC_DATABASE_URL: setting.url({
    protocols: ['postgres:', 'postgresql:'],
    description: 'URL of the Postgres database',
  }),
  SVC_DATABASE_POOL: setting.integer({ default: 10, min: 1, description: 'Maximum number of Postgres connections' }),
  SVC_ENCRYPTION_KEYS: setting.secret({
    minLength: 45,
    description: 'Keys that encrypt stored secrets, as in the gateway',
  }),
  SVC_CURSOR_SECRET: setting.secret({
    minLength: 16,
    description: 'Secret that signs pagination cursors; the same in all processes',
  }),
} as const;
