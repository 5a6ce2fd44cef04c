import { optional, setting } from '@svc/config';

export const MAIL_SETTINGS = {
  SVC_SMTP_URL: optional(
    setting.url({
      protocols: ['smtp:', 'smtps:'],
      description:
        'SMTP server for invitations, verification codes, forgotten passwords and notifications; without it, responses contain the invitation links, passwords cannot be reset, and deliveries by e-mail fail',
    }),
  ),
  SVC_MAIL_FROM: setting.text({
    default: 'svc <svc@localhost>',
    description: 'Sender of e-mail, as an address or "Name <address>"',
  }),
} as const;
