import { optional, rpcListenSetting, RPC_SETTINGS, setting } from '@svc/config';
import { ENCRYPTION_SETTINGS } from '@svc/encryption/settings';
import { MIGRATION_SETTINGS } from '@svc/migrations';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';
import { MAIL_SETTINGS } from '@svc/outbound/mail/settings';
import { EGRESS_SETTINGS } from '@svc/outbound/settings';
import { CURSOR_SETTINGS } from '@svc/pagination/settings';
import { DATABASE_SETTINGS } from '@svc/relational/settings';
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
  ...DATABASE_SETTINGS,
  ...ENCRYPTION_SETTINGS,
  ...CURSOR_SETTINGS,
  SVC_RPC_LISTEN: rpcListenSetting(7005),
  SVC_PUBLIC_URL: optional(
    setting.origin({
      description:
        'Public address of the HTTP interface, for links in notifications; without it, they contain none, and addresses of e-mail channels cannot be proved',
    }),
  ),
} as const;
