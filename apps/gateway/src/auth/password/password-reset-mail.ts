import type { Mail } from '../../workspace/mail/mailer.js';

export function passwordResetMail(to: string, url: string): Mail {
  return {
    to,
    subject: 'Choose a new password',
    text: [
      'A new password was requested for your account on svc. Choose it here:',
      '',
      `  ${url}`,
      '',
      'The link works once, for 30 minutes. If you did not request it, ignore this mail: your password stays as it is.',
      '',
    ].join('\n'),
  };
}
