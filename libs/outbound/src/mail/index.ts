import type { Mailer, MailOptions } from './mailer.js';

export { MailError, type Mail, type Mailer, type MailOptions } from './mailer.js';

/** Creates a mailer. The SMTP client, which is as large as a service, is loaded at this point and not at the start. */
export async function loadMailer(options: MailOptions): Promise<Mailer> {
  const { createMailer } = await import('./smtp-mailer.js');
  return createMailer(options);
}
