import type { Invitation } from '@svc/relational';
import type { Mail } from '../mail/mailer.js';

/** What an invited person reads. Names come from people, so they stand on lines of their own and no line of ours ends in one. */
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
