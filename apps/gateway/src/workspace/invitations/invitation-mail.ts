import type { Invitation } from '@svc/relational';
import type { Mail } from '../mail/mailer.js';

/** The e-mail to an invited user. Names are user input, so they are on lines of their own. */
export function invitationMail({ email, invitedBy, expiresAt }: Invitation, acceptUrl: string): Mail {
  return {
    to: email,
    subject: 'You are invited',
    text: [
      'You are invited to join an organization on svc, by:',
      '',
      `  ${invitedBy.replaceAll(/\s+/g, ' ')}`,
      '',
      'Accept the invitation here:',
      '',
      `  ${acceptUrl}`,
      '',
      `The link works once, until ${expiresAt.toISOString().slice(0, 10)}. If you expected no invitation, ignore this mail.`,
      '',
    ].join('\n'),
  };
}
